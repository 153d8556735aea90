/**
 * The words that columns of the database may hold, by column. Each comes from the rule that knows what it means, so that
 * the checks of the database and the code cannot part; a test compares both.
 */

import { actorKinds } from '../companies/actors.ts';
import { grantStatuses } from '../companies/grant-state.ts';
import { buyerTypes, companyStates, paperNames, scopeCodes } from '../companies/qualification.ts';
import { roles } from '../companies/roles.ts';
import { staffRoles } from '../companies/staff.ts';
import { wantedStatuses } from '../companies/wanted-state.ts';
import { orderLineKinds } from '../orders/order-lines.ts';
import { orderStatuses } from '../orders/order-state.ts';
import { paymentStates } from '../orders/payment-state.ts';
import { remoteStates } from '../orders/remote-state.ts';
import { activityKinds, activityRoles } from '../promotions/activity-kinds.ts';
import { keysOf } from '../terms/keys.ts';
import { ladderKinds, lineKinds } from '../terms/terms.ts';

export const columnWords = {
  'company.status': keysOf(companyStates),
  'company.buyer_type': keysOf(buyerTypes),
  'company_scope.scope': scopeCodes,
  'paper.kind': keysOf(paperNames),
  'merchant_paper.kind': keysOf(paperNames),
  'paper.status': ['reviewing', 'approved', 'rejected'],
  'member.role': roles,
  'controlled_grant.status': grantStatuses,
  'activity.kind': activityKinds,
  'activity_goods.role': activityRoles,
  'coupon.kind': ['coupon', 'voucher'],
  'company_coupon.status': ['unused', 'held', 'used'],
  'trade.kind': ['normal', 'flash', 'group_buy'],
  'order.status': orderStatuses,
  'order_event.from_status': orderStatuses,
  'order_event.to_status': orderStatuses,
  'order_event.actor': actorKinds,
  'audit_log.actor': actorKinds,
  'cart_line.kind': lineKinds,
  'order_line.kind': orderLineKinds,
  'payment.status': keysOf(paymentStates),
  'payment.remote_state': keysOf(remoteStates),
  'refund.status': keysOf(remoteStates),
  'wallet_ledger.use_type': ['top_up', 'pay', 'refund', 'rebate', 'cashback', 'adjust'],
  'points_ledger.use_type': ['order', 'refund', 'adjust'],
  'voucher_ledger.use_type': ['issue', 'pay', 'give_back', 'refund'],
  'goods.ladder_type': ladderKinds,
  'goods_alert.kind': ['stock', 'price'],
  'wanted.status': wantedStatuses,
  'staff.role': staffRoles,
  'nav_link.kind': ['nav', 'float'],
} as const satisfies Record<string, readonly string[]>;

export type WordColumn = keyof typeof columnWords;

/** The words of a column. */
export type WordOf<Column extends WordColumn> = (typeof columnWords)[Column][number];
