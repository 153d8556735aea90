/** The demo's mail. */
import { desc } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { demoMail } from '../../db/schema.ts';

/** Saves what a mailbox would have shown. */
export async function keepDemoMail(
  db: Db,
  mail: Pick<typeof demoMail.$inferInsert, 'address' | 'subject' | 'body' | 'files'>,
): Promise<void> {
  await db.insert(demoMail).values(mail);
}

/** The newest ones. */
export function listDemoMail(db: Db, limit: number) {
  return db.select().from(demoMail).orderBy(desc(demoMail.createdAt), desc(demoMail.id)).limit(limit);
}
