/** The list of payments at the platform's desk. */
import { payments } from '#lib/contract/desk/lists/payments.ts';
import { listRows } from '../db/list-source.ts';
import { listProviders, nameWay } from '../ports/payments/providers.ts';
import { paymentSource } from './payment-list-rows.ts';

export const paymentListRows = listRows(payments, {
  isGrowOnly: true,
  source: paymentSource,
  finish: ({ way, link }) => ({ way: `${nameWay(String(way))}${link === null ? '' : '（他人代付）'}` }),
  offers: () => ({ way: listProviders().map(({ key }) => key) }),
});
