/** Whether a coupon of the coupon centre can be claimed by one company (rules 6). */
import { entriesOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

/** 未开始 · 已领完 · 已领 · 已过期 · 仅限新客 · 已抢光 · 可领. */
export type ClaimCode = 'upcoming' | 'spent' | 'taken' | 'ended' | 'newcomers' | 'sold_out' | 'open';

/** A coupon and one company's claims of it. Times in epoch milliseconds. */
export interface ClaimFacts {
  claimFrom: EpochMs;
  claimTo: EpochMs;
  /** End of its validity. */
  validTo: EpochMs;
  total: number;
  claimed: number;
  /** Pieces that a company may claim. */
  perCompany: number;
  /** Pieces this company has claimed; 0 for a visitor. */
  mine: number;
  /** Of these, the usable ones: neither used up nor expired. */
  usable: number;
  /** A coupon for newcomers, and this company has paid an order before. */
  isBarred: boolean;
}

export interface ClaimState {
  code: ClaimCode;
  text: string;
  /** Why it cannot be claimed, with what helps; empty for `open`. */
  reason: string;
}

interface Row {
  when: (facts: ClaimFacts, now: EpochMs) => boolean;
  text: string;
  reason: (facts: ClaimFacts) => string;
}

/** In the order of the rules; the first that fits wins. */
const table = {
  ended: {
    when: ({ claimTo, validTo }, now) => now >= claimTo || now >= validTo,
    text: '已过期',
    reason: () => '领取时间已结束，请看看其他优惠券',
  },
  upcoming: {
    when: ({ claimFrom }, now) => now < claimFrom,
    text: '未开始',
    reason: () => '还未到领取时间，请开始后再领取',
  },
  spent: {
    when: ({ mine, perCompany, usable }) => mine >= perCompany && usable === 0,
    text: '已领完',
    reason: ({ perCompany }) => `您的企业领取的券已使用或过期，每家企业限领${perCompany}张`,
  },
  taken: {
    when: ({ mine, perCompany }) => mine >= perCompany,
    text: '已领',
    reason: ({ perCompany }) => `您的企业已领取过该优惠券，每家企业限领${perCompany}张`,
  },
  newcomers: {
    when: ({ isBarred }) => isBarred,
    text: '仅限新客',
    reason: () => '该优惠券仅限首次采购的企业领取，您的企业已有付款订单，请看看其他优惠券',
  },
  sold_out: {
    when: ({ claimed, total }) => claimed >= total,
    text: '已抢光',
    reason: () => '该优惠券已抢光，请看看其他优惠券',
  },
} satisfies Record<Exclude<ClaimCode, 'open'>, Row>;

const rows: [keyof typeof table, Row][] = entriesOf(table);

/** The state of a coupon for one company; its own claim takes precedence over others having claimed the rest. */
export function claimState(facts: ClaimFacts, now: EpochMs): ClaimState {
  for (const [code, row] of rows)
    if (row.when(facts, now)) return { code, text: row.text, reason: row.reason(facts) };
  return { code: 'open', text: facts.mine > 0 ? '可再领' : '可领', reason: '' };
}

/** True when it can be claimed now. */
export function canClaim(state: Pick<ClaimState, 'code'>): boolean {
  return state.code === 'open';
}

/** All codes, in the order of the rules. */
export const claimCodes: readonly ClaimCode[] = [...rows.map(([code]) => code), 'open'];

/** How much of a coupon is claimed, in whole percent: 100 only when nothing is left. */
export function claimedPercent({ claimed, total }: Pick<ClaimFacts, 'claimed' | 'total'>): number {
  return total > 0 ? Math.min(100, Math.floor((claimed * 100) / total)) : 100;
}
