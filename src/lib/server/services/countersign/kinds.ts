/** What carrying out an act, or refusing it, does; a row a kind. */
import type { ActKind } from '#lib/rules/companies/countersign.ts';
import type { ActHands } from './hands.ts';
import { passBalance } from './pass-balance.ts';
import { passIssue } from './pass-issue.ts';

const hands: Partial<Record<ActKind, ActHands>> = {
  balance: { pass: passBalance },
  voucher: { pass: passIssue },
  coupon: { pass: passIssue },
};

export function handsOf(kind: ActKind): ActHands {
  const found = hands[kind];
  if (found === undefined) throw new Error(`no act of kind ${kind}`);
  return found;
}
