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
import { orderStates } from '../orders/order-state.ts';
import { paymentStates } from '../orders/payment-state.ts';
import { remoteStates } from '../orders/remote-state.ts';

const orderCodes = Object.keys(orderStates).map(Number);

export const columnWords = {
  'company.status': Object.keys(companyStates),
  'company.buyer_type': Object.keys(buyerTypes),
  'company_scope.scope': scopeCodes,
  'paper.kind': Object.keys(paperNames),
  'merchant_paper.kind': Object.keys(paperNames),
  'paper.status': ['reviewing', 'approved', 'rejected'],
  'member.role': roles,
  'controlled_grant.status': grantStatuses,
  'activity.kind': [
    'flash',
    'special',
    'group_buy',
    'combination',
    'full_reduction',
    'gift',
    'add_on',
    'cashback',
  ],
  'activity_goods.role': ['subject', 'gift', 'add_on', 'part'],
  'coupon.kind': ['coupon', 'voucher'],
  'company_coupon.status': ['unused', 'held', 'used'],
  'trade.kind': ['normal', 'flash', 'group_buy'],
  'order.status': orderCodes,
  'order_event.from_status': orderCodes,
  'order_event.to_status': orderCodes,
  'order_event.actor': actorKinds,
  'audit_log.actor': actorKinds,
  'cart_line.type': [0, 1, 2, 3, 4],
  'order_line.type': [0, 1, 2, 3, 4, 5],
  'payment.status': Object.keys(paymentStates),
  'payment.remote_state': Object.keys(remoteStates),
  'refund.status': Object.keys(remoteStates),
  'wallet_ledger.use_type': ['top_up', 'pay', 'refund', 'rebate', 'cashback', 'adjust'],
  'points_ledger.use_type': ['order', 'refund', 'adjust'],
  'voucher_ledger.use_type': ['issue', 'pay', 'give_back', 'refund'],
  'goods_alert.kind': ['stock', 'price'],
  'wanted.status': wantedStatuses,
  'staff.role': staffRoles,
  'nav_link.kind': ['nav', 'float'],
} satisfies Record<string, readonly (string | number)[]>;

export type WordColumn = keyof typeof columnWords;
