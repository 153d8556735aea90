/**
 * Every table of the product, as drizzle wants them: in one module. Money is bigint fen, times are timestamptz, days are
 * `date` strings (YYYY-MM-DD). Names are the field's English terms; the wire's pinyin names live in contract/ only.
 */
export * from './schema/accounts.ts';
export * from './schema/activities.ts';
export * from './schema/after-sale.ts';
export * from './schema/bills.ts';
export * from './schema/bulk.ts';
export * from './schema/cart.ts';
export * from './schema/changes.ts';
export * from './schema/companies.ts';
export * from './schema/countersign.ts';
export * from './schema/feedback.ts';
export * from './schema/goods.ts';
export * from './schema/kept.ts';
export * from './schema/letters.ts';
export * from './schema/licences.ts';
export * from './schema/lots.ts';
export * from './schema/merchants.ts';
export * from './schema/notices.ts';
export * from './schema/onboarding.ts';
export * from './schema/orders.ts';
export * from './schema/own-account.ts';
export * from './schema/papers.ts';
export * from './schema/payments.ts';
export * from './schema/people.ts';
export * from './schema/price-proposals.ts';
export * from './schema/process.ts';
export * from './schema/purchase.ts';
export * from './schema/refusals.ts';
export * from './schema/registration.ts';
export * from './schema/reports.ts';
export * from './schema/reroutes.ts';
export * from './schema/sales.ts';
export * from './schema/shipments.ts';
export * from './schema/site.ts';
export * from './schema/staff.ts';
export * from './schema/transfers.ts';
export * from './schema/wallet.ts';
