/** The demo's text messages and mails, for their page. */
import type { Context } from '#lib/server/core/context.ts';
import { env } from '#lib/server/core/process/env.ts';
import { listDemoMail } from '#lib/server/ports/mail/demo-rows.ts';
import { listDemoSms } from '#lib/server/ports/sms/demo-rows.ts';

const shown = 20;

/** The newest ones, with Shanghai times; null outside of the demo. */
export async function listDemoMessages({
  db,
}: Context): Promise<{ phone: string; body: string; at: string }[] | null> {
  if (!env().DEMO) return null;
  const rows = await listDemoSms(db, shown);
  return rows.map(({ phone, body, at }) => ({
    phone,
    body,
    at: shanghai(at),
  }));
}

/** The newest mails, with Shanghai times; none outside of the demo. */
export async function listDemoMails({ db }: Context) {
  if (!env().DEMO) return [];
  const rows = await listDemoMail(db, shown);
  return rows.map(({ createdAt, ...mail }) => ({ ...mail, at: shanghai(createdAt) }));
}

function shanghai(at: Date): string {
  return `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}
