/** The member centre: a buyer's view of their own company. Private, never cached. */
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { orderNumbers } from '#lib/contract/order-numbers.ts';
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { type PaperState, paperStates } from '#lib/rules/companies/application.ts';
import {
  hasEndedPaper,
  inScopeOrder,
  missingPapers,
  type PaperKind,
  type PaperValidity,
  paperNames,
  paperValidity,
  paperValidityTexts,
  type ScopeCode,
} from '#lib/rules/companies/qualification.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { orderIs, orderStatuses, orderTabs } from '#lib/rules/orders/order-state.ts';
import { startOfMonth } from '#lib/rules/terms/activity-time.ts';
import { getPaperHealth, type PaperHealth } from '../companies/paper-health.ts';
import type { Context } from '../core/context.ts';
import { countHeld } from '../coupons/rows.ts';
import { sumPaidSince } from '../orders/list-rows.ts';
import { listMyOrders } from '../orders/read.ts';
import { findWallet } from '../ports/payments/wallet-rows.ts';
import { getInfo } from './accounts.ts';
import { listPapers } from './member-rows.ts';

export interface MemberPaper {
  name: string;
  number: string;
  /** 2026-11-10, or 长期. */
  validTo: string;
  state: { text: string; tone: 'good' | 'warn' | 'bad' | 'quiet' };
  /** Why it was refused. */
  reason: string;
}

export interface Member {
  user: UserInfo;
  /** The reason of the company's state: of a refusal or a freeze. */
  statusReason: string;
  orders: { text: string; status: string; count: number }[];
  /** The newest ones. */
  recent: OrderWire[];
  /** A licence has ended: what rests on it cannot be bought. */
  hasEnded: boolean;
  /** Coupons and cash vouchers that are not used up, and what was bought since the first of the Shanghai month, yuan. */
  coupons: number;
  vouchers: number;
  month: string;
  /** Yuan and points; null for roles that may not see the wallet. */
  wallet: { balance: string; points: number } | null;
  papers: MemberPaper[];
  missing: { kind: PaperKind; name: string }[];
  /** Items that cannot be bought because of expired or expiring licences, in words; empty for none. */
  blocked: string;
  scopes: ScopeCode[];
}

/** Without the last one: cancelled orders need nothing of the buyer. */
const shownTabs = orderTabs.slice(0, -1).map(({ text, statuses }) => ({
  text,
  numbers: statuses.map((status) => orderNumbers[status]),
}));

const recentOrders = 3;
const paidStatuses = orderStatuses.filter(orderIs.paid);

const paperTones = { valid: 'good', expiring: 'warn', expired: 'bad', not_yet: 'quiet' } satisfies Record<
  PaperValidity,
  MemberPaper['state']['tone']
>;

/** Unapproved licences show their state; approved ones show how long they are valid. */
const openPapers: Partial<Record<PaperState, MemberPaper['state']>> = {
  draft: { text: paperStates.draft.text, tone: 'quiet' },
  reviewing: { text: '审核中', tone: 'quiet' },
  rejected: { text: '已驳回', tone: 'bad' },
};

/** All data of the member centre's page. */
export async function getMember(context: Context<'buyer'>): Promise<Member> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const seesWallet = roleMay(account.role, 'wallet');
  const [user, orders, wallet, papers, ends, held, month] = await Promise.all([
    getInfo(context),
    listMyOrders(context, { status: [], keywords: '', from: '', to: '', page: 1, size: recentOrders }),
    seesWallet ? findWallet(db, account.companyId) : null,
    listPapers(db, account.companyId),
    getPaperHealth(db, account, now),
    countHeld(db, account.companyId, now),
    sumPaidSince(db, account.companyId, paidStatuses, new Date(startOfMonth(now.getTime()))),
  ]);
  const handedIn = new Set<PaperKind>(
    papers.filter(({ status }) => paperStates[status].isHandedIn).map(({ kind }) => kind),
  );
  return {
    user,
    statusReason: account.isHomeFrozen ? '总部账号已冻结，不能以门店名义下单' : (account.statusReason ?? ''),
    hasEnded: hasEndedPaper(account.papers, now.getTime()),
    coupons: countUnused(held, 'coupon'),
    vouchers: countUnused(held, 'voucher'),
    month: formatYuan(month),
    orders: shownTabs.map(({ text, numbers }) => ({
      text,
      status: numbers.join(','),
      count: numbers.reduce((sum, number) => sum + (orders.counts[number] ?? 0), 0),
    })),
    recent: orders.list,
    wallet: seesWallet ? { balance: formatYuan(wallet?.balance ?? 0), points: wallet?.points ?? 0 } : null,
    papers: papers.map((row) => toPaper(row, now.getTime())),
    missing: missingPapers(account.buyerType, account.papers, now.getTime())
      .filter((kind) => !handedIn.has(kind))
      .map((kind) => ({ kind, name: paperNames[kind] })),
    blocked: blockedText(ends),
    scopes: inScopeOrder(account.scopes),
  };
}

function countUnused(
  held: Awaited<ReturnType<typeof countHeld>>,
  kind: (typeof held)[number]['kind'],
): number {
  return held
    .filter((one) => one.kind === kind && one.status === 'unused')
    .reduce((sum, one) => sum + one.count, 0);
}

/** In one line: about licences that must be renewed now. */
function blockedText(ends: readonly PaperHealth[]): string {
  const due = ends.filter(({ isDue, goods }) => isDue && goods.length > 0);
  const goods = due.reduce((sum, end) => sum + end.goods.length, 0);
  const monthly = due.reduce((sum, end) => sum + parseYuan(end.monthly), 0);
  const names = due.map(({ name }) => name).join('、');
  return goods === 0 ? '' : `${names}到期影响${goods}种常买的商品，平均每月¥${showYuan(monthly)}`;
}

/** A last day counts to its end in Shanghai. */
function endOf(day: string): number {
  return Date.parse(`${day}T23:59:59.999+08:00`);
}

function toPaper(row: Awaited<ReturnType<typeof listPapers>>[number], now: number): MemberPaper {
  const validity = paperValidity(
    {
      kind: row.kind,
      number: row.number,
      validFrom: row.validFrom === null ? null : Date.parse(`${row.validFrom}T00:00:00+08:00`),
      validTo: row.validTo === null ? null : endOf(row.validTo),
    },
    now,
  );
  return {
    name: paperNames[row.kind],
    number: row.number,
    validTo: row.validTo ?? (row.lacksEnd ? '' : '长期'),
    state: openPapers[row.status] ?? { text: paperValidityTexts[validity], tone: paperTones[validity] },
    reason: row.reason ?? '',
  };
}
