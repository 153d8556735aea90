/** Topping up the balance (rules 5): what a payment is for, how much at once. */
import type { Fen } from './money.ts';

/** The purpose of a payment: trades, or the balance itself. */
export const paymentPurposes = ['order', 'top_up'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

/** True for a payment whose money becomes balance. */
export function isTopUp(purpose: PaymentPurpose): boolean {
  return purpose === 'top_up';
}

/** Fen at once, and how many of a company may wait for their money. */
export const topUpLimits = { least: 1_00, most: 500_000_00, open: 5 } as const;

/** A payment begun at most this long ago is continued when the same is requested again, ms. */
export const goOnWithin = 20 * 60_000;

/** Why this amount cannot be topped up at once; null when it can. */
export function topUpRefusal(amount: Fen): string | null {
  const { least, most } = topUpLimits;
  return amount < least || amount > most ? `每次充值1元到${most / 100 / 10_000}万元` : null;
}
