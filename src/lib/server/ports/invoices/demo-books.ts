/** The books of the demo's counterpart: orders as they came, in the file store, and the words of its answers. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { openFiles } from '../files/store.ts';
import { nuonuoCodes } from './nuonuo-line.ts';

const part = 'order';
const addressOf = (serial: string) => `demo-invoice-${createHash('sha256').update(serial).digest('hex')}`;

const line = z.object({
  goodsName: z.string(),
  specType: z.string().default(''),
  unit: z.string().default(''),
  num: z.string().default(''),
  price: z.string().default(''),
  taxRate: z.string(),
  taxExcludedAmount: z.string(),
  tax: z.string(),
  taxIncludedAmount: z.string(),
});

export const blueOrder = z.object({
  orderNo: z.string().min(1).max(20),
  invoiceLine: z.string(),
  salerTaxNum: z.string(),
  buyerName: z.string(),
  buyerTaxNum: z.string(),
  callBackUrl: z.string(),
  remark: z.string(),
  invoiceDetail: z.array(line).min(1),
});

const redDetail = z.object({
  blueDetailIndex: z.string(),
  goodsName: z.string(),
  specType: z.string().default(''),
  unit: z.string().default(''),
  num: z.string().default(''),
  taxExcludedPrice: z.string().default(''),
  taxRate: z.string(),
  taxExcludedAmount: z.string(),
  taxAmount: z.string(),
});

export const redOrder = z.object({
  billId: z.string().min(1).max(32),
  blueElecInvoiceNumber: z.string().length(20),
  buyerName: z.string(),
  buyerTaxNo: z.string(),
  sellerTaxNo: z.string(),
  redReason: z.string(),
  /** Left out: all of the invoice. */
  detail: z.array(redDetail).default([]),
});

/** An entry of the books: an invoice, a red form, or the session of a drawer. Times are ms. */
const entry = z.object({
  at: z.number(),
  gross: z.number(),
  sealedAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  blue: blueOrder.nullable(),
  red: redOrder.nullable(),
});
export type DemoEntry = z.infer<typeof entry>;

/** An entry of the books by our serial; null for none. */
export async function findDemoEntry(serial: string): Promise<DemoEntry | null> {
  const found = await (await openFiles()).find(addressOf(serial), part);
  return found === undefined ? null : entry.parse(JSON.parse(found.toString()));
}

export async function putDemoEntry(serial: string, what: DemoEntry): Promise<void> {
  await (await openFiles()).put(addressOf(serial), part, Buffer.from(JSON.stringify(what)));
}

/** The number of the invoice of a serial: 20 digits, 00 first, which no real one begins with. */
export function demoNumber(serial: string): string {
  const digest = createHash('sha256').update(`number ${serial}`).digest();
  return `00${String(digest.readBigUInt64BE() % 10n ** 18n).padStart(18, '0')}`;
}

/** What the desk has nothing of yet. */
export const nobody = { gross: 0, sealedAt: null, revokedAt: null, blue: null, red: null };

export const done = (result: unknown = null) => ({ code: nuonuoCodes.done, describe: '成功', result });
export const refused = (code: string, describe: string) => ({ code, describe, result: null });
