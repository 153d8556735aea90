/** Acts that wait for a second person, at the platform's desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { GiftInput } from '#lib/contract/companies/gift-schema.ts';
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import type { ListPath } from '#lib/contract/desk/list.ts';
import { deskPages } from '#lib/contract/routes/desk.ts';
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { waitsText } from '#lib/rules/companies/countersign.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { showToast } from '../shell/toasts.ts';
import { deskCall } from './session.ts';

/** Requests one; `key` is its idempotency key, so that a second press requests once. */
export function askCorrection(
  key: string,
  input: { id: number; amount: string; reason: string },
): Promise<ActWire> {
  return deskCall(api.askCorrection, input, { headers: { 'Idempotency-Key': key } });
}

/** Fen that the person may still move alone today by a kind of act. */
export async function loadActLeft(kind: ActKind): Promise<number> {
  return parseYuan((await deskCall(api.actLeft, { kind })).left);
}

/**
 * Says that a second person has to pass what was asked, and to people of the platform where it waits: a merchant's may not
 * open that list.
 */
export function sayWaits(what: string, kind: ActKind, side: Side = 'platform'): void {
  say(`${what}：${waitsText(kind, side)}`, side === 'platform' ? '/desk/countersign' : null);
}

/** The same of what a colleague of either side passes on another list. */
export function sayQueued(what: string, queue: ListPath): void {
  say(`${what}：等另一位同事复核`, queue);
}

function say(text: string, queue: ListPath | null): void {
  showToast('warning', text, {
    ...(queue !== null && { link: { text: deskPages[queue].title, href: queue } }),
    duration: 10_000,
  });
}

/** Asks that a coupon or a voucher is given; `key` as above. */
export function askIssue(key: string, input: IssueValues): Promise<ActWire> {
  return deskCall(api.askIssue, input, { headers: { 'Idempotency-Key': key } });
}

/** Asks that points or cards for a missed day are given; `key` as above. */
export function askGift(key: string, input: GiftInput): Promise<ActWire> {
  return deskCall(api.askGift, input, { headers: { 'Idempotency-Key': key } });
}
