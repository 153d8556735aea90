/**
 * The words of the double-entry books (rules 4 and 5). A booking moves an amount from one account to another, so that all
 * accounts together are always zero. An account is what came to it less what left it: below zero for what is ours or in
 * our hands (a payment house's money, what the platform spends), above zero for what we owe (balances, merchants).
 */

/**
 * buyer: a company's balance, by its id. house: money at a payment house or at the bank, by the way's key. merchant: what
 * its sales came to, by its id. platform: what the platform itself bears, by what for. transit: money that came and is
 * not yet anybody's, or is on its way back.
 */
export const bookAccounts = ['buyer', 'house', 'merchant', 'platform', 'transit'] as const;

/**
 * wallet: an entry of a balance's ledger. came: a payment at a house. receipt: a transfer found at the bank. sale: an
 * order was paid. refund: money of an order goes back. discount: the platform's coupons and vouchers on goods that were
 * sold, less those on what came back. sent_back: a refund left a house or the bank. settlement: a merchant was paid.
 */
export const bookCauses = [
  'wallet',
  'came',
  'receipt',
  'sale',
  'refund',
  'discount',
  'sent_back',
  'settlement',
] as const;

/** What moves a merchant's account, in its words: `discount` is the platform's share of what buyers did not pay. */
export const merchantCauses = {
  sale: { text: '销售' },
  refund: { text: '退款' },
  discount: { text: '平台承担优惠' },
  settlement: { text: '结算付款' },
} as const satisfies Partial<Record<(typeof bookCauses)[number], { text: string }>>;

export type MerchantCause = keyof typeof merchantCauses;
