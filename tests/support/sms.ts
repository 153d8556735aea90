/** What the demo's telephone shows, and solving the puzzles that codes ask for. */

import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { solvePuzzle } from '#lib/client/stores/shell/puzzle.ts';
import { api } from '#lib/contract/api.ts';
import type { OpenPurpose } from '#lib/rules/companies/phone-code.ts';
import { demoSms } from '#lib/server/db/schema.ts';
import { request } from '#tests/support/request.ts';
import type { testDatabase } from './database.ts';
import { routeOf } from './routes.ts';

const createCode = routeOf(api.createCode);

type Db = Awaited<ReturnType<typeof testDatabase>>['db'];

/** The messages to a phone, the newest first. */
export function messagesTo(db: Db, phone: string) {
  return db
    .select({ body: demoSms.body })
    .from(demoSms)
    .where(eq(demoSms.phone, phone))
    .orderBy(desc(demoSms.id));
}

/** The codes in the messages to a phone, the newest first. Other messages follow an answer when they can. */
export async function codesTo(db: Db, phone: string): Promise<string[]> {
  const messages = await messagesTo(db, phone);
  return messages.flatMap(({ body }) => /验证码(\d{6})/.exec(body)?.[1] ?? []);
}

/** The newest code that was sent to a phone, when there are so many. */
export async function codeOf(db: Db, phone: string, codes = 1): Promise<string> {
  await expect.poll(async () => (await codesTo(db, phone)).length, { timeout: 20_000 }).toBe(codes);
  return (await codesTo(db, phone))[0] ?? '';
}

/** Asks for a code; where a puzzle comes first it is solved. */
export async function askCode(phone: string, address = '198.51.100.1', purpose: OpenPurpose = 'forget') {
  const first = await request<{ puzzle?: string; wait_seconds?: number; retry_after?: number }>(createCode, {
    body: { phone, purpose },
    address,
  });
  if (first.data?.puzzle === undefined) return first;
  return request<typeof first.data>(createCode, {
    body: { phone, purpose, puzzle: await solvePuzzle(first.data.puzzle) },
    address,
  });
}
