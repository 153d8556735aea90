/**
 * The accounts of the double-entry books (rules 4 and 5). A booking moves an amount from one account to another, so
 * that the sum of all accounts is always zero. An account is its income less its outgoings: negative for what is ours
 * or in our hands (money at a payment provider, the platform's expenses), positive for what we owe (balances,
 * merchants).
 */

/**
 * buyer: a company's balance, by its id. house: money at a payment provider or at the bank, by the way's key. merchant:
 * its sales, by its id. platform: what the platform itself bears, by purpose. transit: received money that is not
 * assigned yet, or is being refunded.
 */
export const bookAccounts = ['buyer', 'house', 'merchant', 'platform', 'transit'] as const;

/**
 * wallet: an entry of a balance's ledger. came: a payment at a provider. receipt: a transfer found at the bank. sale:
 * an order was paid. refund: money of an order goes back. discount: the platform's coupons and vouchers on sold items,
 * less those on returned ones. sent_back: a refund left a provider or the bank. settlement: a merchant was paid.
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

/** Movements of a merchant's account, in its words: `discount` is the platform's share of what buyers did not pay. */
export const merchantCauses = {
  sale: { text: '销售' },
  refund: { text: '退款' },
  discount: { text: '平台承担优惠' },
  settlement: { text: '结算付款' },
} as const satisfies Partial<Record<(typeof bookCauses)[number], { text: string }>>;

/** Spans of Shanghai's calendar over which a merchant's account is summed. */
export const sumSpans = ['day', 'month'] as const;
