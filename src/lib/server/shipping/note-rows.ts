/** Head of an order's printed documents: sender and receiver. */

import { and, eq } from 'drizzle-orm';
import type { InvoiceForm } from '#lib/rules/invoices/invoice-state.ts';
import { addressText, merchantAddress } from '#lib/rules/text/address-text.ts';
import type { Db } from '../db/client.ts';
import { company, invoiceSeller, merchant, order, trade } from '../db/schema.ts';

/**
 * The reader: a company reads its own, a merchant's people theirs; `merchantId` null is the platform, which sees all.
 */
export type Whose = { companyId: number } | { merchantId: number | null };

export interface NoteHead {
  orderNo: string;
  isCold: boolean;
  merchantId: number;
  /** Its full name, licence, address and telephone. */
  sender: string;
  licenceNo: string;
  senderAddress: string;
  senderPhone: string;
  buyer: string;
  receiver: string;
  phone: string;
  address: string;
  /** How the merchant's invoices and notes show discounts. */
  form: InvoiceForm;
}

/** Null for an order that is not the reader's. */
export async function findNoteHead(db: Db, no: string, whose: Whose): Promise<NoteHead | null> {
  const mine =
    'companyId' in whose
      ? eq(order.companyId, whose.companyId)
      : whose.merchantId === null
        ? undefined
        : eq(order.merchantId, whose.merchantId);
  const [row] = await db
    .select({
      orderNo: order.no,
      isCold: order.isColdChain,
      merchantId: merchant.id,
      sender: merchant.fullName,
      licenceNo: merchant.licenceNo,
      province: merchant.province,
      city: merchant.city,
      street: merchant.address,
      senderPhone: merchant.phone,
      buyer: company.name,
      to: trade.address,
      form: invoiceSeller.form,
    })
    .from(order)
    .innerJoin(trade, eq(trade.no, order.tradeNo))
    .innerJoin(company, eq(company.id, order.companyId))
    .innerJoin(merchant, eq(merchant.id, order.merchantId))
    .leftJoin(invoiceSeller, eq(invoiceSeller.merchantId, order.merchantId))
    .where(and(eq(order.no, no), mine));
  if (!row) return null;
  const { province, city, street, to, form, ...head } = row;
  return {
    ...head,
    form: form ?? 'net',
    senderAddress: merchantAddress({ province, city, street }),
    receiver: to.receiver,
    phone: to.phone,
    address: addressText(to),
  };
}
