/** The demo's text messages. */
import { desc } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { demoSms } from '../../db/schema.ts';

/** Saves what a telephone would have shown. */
export async function keepDemoSms(db: Db, phone: string, body: string): Promise<void> {
  await db.insert(demoSms).values({ phone, body });
}

/** The newest ones. */
export function listDemoSms(db: Db, limit: number) {
  return db
    .select({ id: demoSms.id, phone: demoSms.phone, body: demoSms.body, at: demoSms.createdAt })
    .from(demoSms)
    .orderBy(desc(demoSms.createdAt), desc(demoSms.id))
    .limit(limit);
}
