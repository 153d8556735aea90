/** What orders are searched by, in the list, in its files and in the statement. */
import { z } from 'zod';
import { monthSpan } from '#lib/rules/orders/statements.ts';
import { allStores, maxPageSize } from '../constants.ts';
import { reads, unset } from '../decode.ts';
import { freeDay, id, page, text, upTo, whole } from '../fields.ts';

/** A head office's own orders when it is left out; a store that the person may act for, or all of them. */
const store = unset(z.union([z.literal(allStores), id('门店')], { error: '门店不正确' }).optional());
const merchant = unset(id('商家').optional());

/** `status` takes one code or several (`10,12`); empty is all. */
const searched = {
  status: unset(
    upTo(20, whole('订单状态', 1, 99), { error: '订单状态不正确', tooMany: '订单状态不正确' }).default([]),
  ),
  keywords: text('搜索内容', { max: 100 }).default(''),
  /** Days in Shanghai on which orders were placed, both included. */
  from: freeDay('开始日期'),
  to: freeDay('结束日期'),
  merchant,
  store,
};

export const listOrdersInput = z.object({
  ...searched,
  page: page(),
  size: whole('每页条数', 1, maxPageSize).default(10),
});
export type ListOrdersValues = z.infer<typeof listOrdersInput>;
export type ListOrdersInput = z.input<typeof listOrdersInput>;

/** The same search without its pages, for a file. */
export const exportOrdersInput = z.object(searched);
export type OrderSearch = z.infer<typeof exportOrdersInput>;

/** A Shanghai month, `2026-11`; empty is left to the service. */
export function freeMonth(label: string) {
  const error = `${label}须为月份，如2026-11`;
  return reads(
    z
      .string({ error })
      .refine((month) => month === '' || monthSpan(month) !== null, { error })
      .default(''),
    (value) => value ?? undefined,
  );
}

/** Months, both included; this month when they are left out. */
export const purchaseStatementInput = z.object({
  from: freeMonth('开始月份'),
  to: freeMonth('结束月份'),
  merchant,
  store,
});
export type PurchaseStatementValues = z.infer<typeof purchaseStatementInput>;
