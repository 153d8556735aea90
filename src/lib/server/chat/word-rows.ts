/** Sensitive words of the platform. */
import { asc, eq, sql } from 'drizzle-orm';
import type { SensitiveWord, WordAction } from '#lib/rules/chat/sensitive.ts';
import type { Db, Tx } from '../db/client.ts';
import { chatWord } from '../db/schema.ts';

export async function listWords(db: Db | Tx): Promise<SensitiveWord[]> {
  return db.select({ word: chatWord.word, action: chatWord.action }).from(chatWord).orderBy(asc(chatWord.id));
}

interface NewWord {
  word: string;
  folded: string;
  action: WordAction;
  madeBy: string;
}

/** Adds a word, or changes what is done with it; answers its id, null where nothing changed. */
export async function putWord(tx: Tx, values: NewWord): Promise<number | null> {
  const [row] = await tx
    .insert(chatWord)
    .values(values)
    .onConflictDoUpdate({
      target: chatWord.folded,
      set: { word: values.word, action: values.action, madeBy: values.madeBy },
      setWhere: sql`${chatWord.action} <> excluded.action or ${chatWord.word} <> excluded.word`,
    })
    .returning({ id: chatWord.id });
  return row?.id ?? null;
}

/** Deletes a word; answers it, null where it is gone. */
export async function dropWord(tx: Tx, id: number): Promise<SensitiveWord | null> {
  const [row] = await tx
    .delete(chatWord)
    .where(eq(chatWord.id, id))
    .returning({ word: chatWord.word, action: chatWord.action });
  return row ?? null;
}
