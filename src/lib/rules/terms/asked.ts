/** The input of a quote: buyer, choices, and lines. JSON-plain like the terms, and the same on both sides (rules 4). */
import type { Id } from './terms.ts';

/** The buyer's decisions. `emptyChoices` is the cart before any. */
export type Choices = {
  /** 'best' = the choice that saves most; a list = exactly these, as far as they count. */
  coupons: 'best' | Id[];
  /** 'best' = those that end soonest first, as far as they pay something. */
  voucherIds: 'best' | Id[];
  /** The goods chosen as gift, by activity id (JSON keys are strings). */
  gifts: Record<string, Id>;
};

/** The choices of a cart before any decision: coupons and vouchers that help. */
export const cartChoices: Choices = { coupons: 'best', voucherIds: 'best', gifts: {} };

/** The price of goods by themselves, to which no voucher belongs. */
export const emptyChoices: Choices = { coupons: 'best', voucherIds: [], gifts: {} };

/** The buyer of a quote. `region` is the code of the delivery address, null when there is none yet. */
export type Buyer = {
  companyId: Id;
  region: string | null;
  choices: Choices;
};

/** How a line is bought. A group-buy has its own checkout: quote it alone. */
export const lineKinds = ['normal', 'flash', 'group_buy', 'combination', 'add_on'] as const;
export type LineKind = (typeof lineKinds)[number];

/** True for what is bought of an activity that the line names. */
export function isOfActivity(kind: LineKind): boolean {
  return kind === 'combination' || kind === 'add_on';
}

/** One line to quote: a cart line, or a line of a direct purchase. */
export type QuoteLine = {
  id: Id;
  kind: LineKind;
  /** The goods; null for a combination. */
  goodsId: Id | null;
  /** The combination, or the add-on activity of an `add_on` line; else null. */
  activityId: Id | null;
  quantity: number;
  isSelected: boolean;
};
