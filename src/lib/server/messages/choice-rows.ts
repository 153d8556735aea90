/** What a person chose of messages, by kind and way. Every statement is bound to the person. */
import { and, eq } from 'drizzle-orm';
import type { MessageKind } from '#lib/rules/companies/message-kinds.ts';
import type { TextKind } from '#lib/rules/companies/text-kinds.ts';
import type { Db } from '../db/client.ts';
import { messageMute, textChoice } from '../db/schema.ts';

/** A person's choices of text messages, by kind; kinds without a choice are left out. */
export async function listTextChoices(db: Db, userId: string): Promise<Map<string, boolean>> {
  const rows = await db.select().from(textChoice).where(eq(textChoice.userId, userId));
  return new Map(rows.map(({ kind, isOn }) => [kind, isOn]));
}

export async function setTextChoice(
  db: Db,
  choice: { userId: string; kind: TextKind; isOn: boolean },
): Promise<void> {
  await db
    .insert(textChoice)
    .values(choice)
    .onConflictDoUpdate({ target: [textChoice.userId, textChoice.kind], set: { isOn: choice.isOn } });
}

/** Kinds that the person switched off among the messages of the shop. */
export async function listMutes(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db.select().from(messageMute).where(eq(messageMute.userId, userId));
  return new Set(rows.map(({ kind }) => kind));
}

export async function setMute(
  db: Db,
  { userId, kind, isOn }: { userId: string; kind: MessageKind; isOn: boolean },
): Promise<void> {
  if (isOn)
    await db.delete(messageMute).where(and(eq(messageMute.userId, userId), eq(messageMute.kind, kind)));
  else await db.insert(messageMute).values({ userId, kind }).onConflictDoNothing();
}
