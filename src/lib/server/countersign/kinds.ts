/** Effects of carrying out or refusing an act; a row a kind. */
import type { ActKind } from '#lib/rules/companies/countersign.ts';
import type { ActHands } from '../acts/hands.ts';
import { passLowPrice } from '../companies/put-own-price.ts';
import { passOrderRefund } from '../orders/desk-refund-plan.ts';
import { dropOwnerChange, passOwnerChange, refuseOwnerChange } from '../owner-changes/decide.ts';
import { passSurplus, refuseSurplus } from '../transfers/surplus.ts';
import { passUndo } from '../transfers/take-back.ts';
import { passBalance } from './pass-balance.ts';
import { passIssue } from './pass-issue.ts';

const hands: Record<ActKind, ActHands> = {
  balance: { pass: passBalance },
  voucher: { pass: passIssue },
  coupon: { pass: passIssue },
  undo_receipt: { pass: passUndo },
  order_refund: { pass: passOrderRefund },
  low_price: { pass: passLowPrice },
  surplus: { pass: passSurplus, refuse: refuseSurplus },
  owner_phone: { pass: passOwnerChange, refuse: refuseOwnerChange, withdraw: dropOwnerChange },
};

export function handsOf(kind: ActKind): ActHands {
  return hands[kind];
}
