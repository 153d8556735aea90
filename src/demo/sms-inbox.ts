/** The demo's text messages, for its page. */
import type { Context } from '#lib/server/core/context.ts';
import { env } from '#lib/server/core/process/env.ts';
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
    at: `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`,
  }));
}
