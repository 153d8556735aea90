/** From locked orders to the invoices that they give: parts, seller, split (rules 19). */
import type { InvoiceLine, SoldPart } from '#lib/rules/invoices/amounts.ts';
import { sums } from '#lib/rules/invoices/amounts.ts';
import { freightToInvoice, toInvoice } from '#lib/rules/invoices/invoiceable.ts';
import { splitInvoice } from '#lib/rules/invoices/split.ts';
import { type GoodsTax, mayBeSpecial, taxAt } from '#lib/rules/invoices/tax.ts';
import { type InvoiceSeller, type InvoiceTitle, titleFaults } from '#lib/rules/invoices/titles.ts';
import { invoicedStatuses, orderStates } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Tx } from '../db/client.ts';
import { manualInvoices } from '../ports/invoices/manual.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import {
  type InvoicedLine,
  type InvoicedOrder,
  listLinesOf,
  listSellers,
  listTaxes,
  readTaken,
  type SellerRow,
  type Taken,
  type TaxRow,
  type Written,
} from './ask-rows.ts';
import { newInvoiceSerial } from './serials.ts';

/** An order that is left out, and why. */
export interface Skipped {
  no: string;
  sentence: string;
}

/** An order with what can be invoiced of it. */
interface Ready {
  order: InvoicedOrder;
  seller: SellerRow;
  parts: SoldPart[];
}

export interface Built {
  ready: Ready[];
  skipped: Skipped[];
}

/** The title of an invoice, without the row around it. */
export function titleOf(row: InvoiceTitle): InvoiceTitle {
  const { kind, name, taxNo, bank, bankAccount, address, phone, mail, mobile } = row;
  return { kind, name, taxNo, bank, bankAccount, address, phone, mail, mobile };
}

/** The first fault of a title; null where it may be used. */
export function faultOfTitle(row: InvoiceTitle): string | null {
  return Object.values(titleFaults(titleOf(row)))[0] ?? null;
}

/**
 * What can be invoiced of locked orders now. Left out are orders that nothing is to be invoiced of, whose merchant is no
 * seller yet, or of which an item has no tax data on the day of shipping.
 */
export async function buildParts(tx: Tx, orders: readonly InvoicedOrder[], now: Date): Promise<Built> {
  const nos = orders.map(({ no }) => no);
  const [lines, taken, sellers] = [
    await listLinesOf(tx, nos),
    await readTaken(tx, nos),
    await listSellers(
      tx,
      orders.map(({ merchantId }) => merchantId),
    ),
  ];
  const taxes = await listTaxes(
    tx,
    lines.map(({ goodsId }) => goodsId),
  );
  const linesOf = Map.groupBy(lines, ({ orderNo }) => orderNo);
  const ready: Ready[] = [];
  const skipped: Skipped[] = [];
  for (const order of orders) {
    const seller = sellers.get(order.merchantId);
    const refusal = refusalOf(order, seller);
    if (refusal !== null || seller === undefined) {
      skipped.push({ no: order.no, sentence: refusal ?? '' });
      continue;
    }
    const parts = partsOf(order, linesOf.get(order.no) ?? [], { taxes, taken, now });
    if ('sentence' in parts) skipped.push({ no: order.no, sentence: parts.sentence });
    else ready.push({ order, seller, parts: parts.parts });
  }
  return { ready, skipped };
}

function refusalOf(order: InvoicedOrder, seller: SellerRow | undefined): string | null {
  if (order.paidAt === null || !invoicedStatuses.includes(order.status))
    return `订单${orderStates[order.status].text}，发货后才能开票`;
  return seller === undefined ? '商家还没有登记开票资料，请联系商家' : null;
}

interface Known {
  taxes: ReadonlyMap<number, readonly TaxRow[]>;
  taken: Taken;
  now: Date;
}

function partsOf(
  order: InvoicedOrder,
  lines: readonly InvoicedLine[],
  { taxes, taken, now }: Known,
): { parts: SoldPart[] } | { sentence: string } {
  const day = dayKey((order.shippedAt ?? now).getTime());
  const lacking: string[] = [];
  const parts: SoldPart[] = [];
  for (const line of lines) {
    const { gross: invoiced = 0, pieces: invoicedPieces = 0 } = taken.lines.get(line.id) ?? {};
    const { pieces, paid, list } = toInvoice({ ...line, invoiced, invoicedPieces });
    // Below zero a red invoice is due.
    if (list <= 0 || paid < 0) continue;
    const tax = taxAt(taxes.get(line.goodsId) ?? [], day);
    if (tax === null) {
      if (paid > 0) lacking.push(line.snapshot.name);
      continue;
    }
    const { name, spec, unit } = line.snapshot;
    const { rate, policy, taxCode } = tax;
    parts.push({
      ...{ orderNo: order.no, orderLineId: line.id, name, spec, unit },
      ...{ quantity: pieces > 0 ? pieces : null, list, paid },
      tax: { rate, policy, taxCode },
    });
  }
  if (lacking.length > 0) return { sentence: lackingText(lacking) };
  const freight = freightToInvoice({
    shippingAmount: order.shippingAmount,
    refundedAmount: order.refundedAmount,
    refundedOfLines: lines.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
    invoiced: taken.freight.get(order.no) ?? 0,
    isShipped: lines.some(({ shippedQuantity }) => shippedQuantity > 0),
  });
  const tax = freight > 0 ? taxOfFreight(parts, lines, taxes, day) : null;
  if (tax !== null)
    parts.push({
      ...{ orderNo: order.no, orderLineId: null, name: '运费', spec: '', unit: '' },
      ...{ quantity: null, list: freight, paid: freight, tax },
    });
  if (parts.every(({ paid }) => paid === 0))
    return { sentence: '没有可以开票的金额：未发货、已退款或已经开票' };
  return { parts };
}

/** Names of items without tax data, three of them. */
export function lackingText(names: readonly string[]): string {
  const more = names.length > 3 ? `等${names.length}种` : '';
  return `${names.slice(0, 3).join('、')}${more}还没有税率和税收分类编码，请联系商家补齐`;
}

/** Freight follows the goods: the tax of the largest part, or of the order's largest line. */
function taxOfFreight(
  parts: readonly SoldPart[],
  lines: readonly InvoicedLine[],
  taxes: Known['taxes'],
  day: string,
): GoodsTax | null {
  const part = parts.toSorted((a, b) => b.paid - a.paid)[0];
  if (part !== undefined) return part.tax;
  for (const { goodsId } of lines.toSorted((a, b) => b.paid - a.paid)) {
    const tax = taxAt(taxes.get(goodsId) ?? [], day);
    if (tax !== null) return { rate: tax.rate, policy: tax.policy, taxCode: tax.taxCode };
  }
  return null;
}

/** Who asked, and for what. */
export interface Asking {
  title: InvoiceTitle;
  askedBy: 'buyer' | 'auto' | 'merchant' | 'platform';
  askedById: string;
  userId: string | null;
  month: string | null;
  /** An invoice for each order. */
  isApart: boolean;
  now: Date;
}

/**
 * The new rows of ready orders: one seller each, split by what its provider can take. What is exempt goes on an ordinary
 * invoice beside a special one.
 */
export function invoicesOf(ready: readonly Ready[], asking: Asking): Written[] {
  const groups = Map.groupBy(ready, ({ order }) => (asking.isApart ? order.no : String(order.merchantId)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { seller } = first;
    // Of a provider that is no longer set the limits of paper.
    const { lines, gross } = (findInvoicePort(seller.provider) ?? manualInvoices).capabilities;
    return byKind(
      group.flatMap((one) => one.parts),
      titleOf(asking.title),
    ).flatMap(({ parts, title }) =>
      splitInvoice(parts, seller.form, { lines, gross }).map((some) =>
        writtenOf(some, first, { ...asking, title }),
      ),
    );
  });
}

/** Parts by the kind of invoice that may have them: an exempt sale stands on no special invoice. */
function byKind(
  parts: readonly SoldPart[],
  title: InvoiceTitle,
): { parts: readonly SoldPart[]; title: InvoiceTitle }[] {
  const isBarred = ({ tax }: SoldPart) => !mayBeSpecial(tax);
  if (title.kind !== 'special' || !parts.some(isBarred)) return [{ parts, title }];
  return [
    { parts: parts.filter((part) => !isBarred(part)), title },
    { parts: parts.filter(isBarred), title: { ...title, kind: 'ordinary' } },
  ];
}

/** The seller as an invoice names it, without the row around it. */
export function sellerOf(row: InvoiceSeller): InvoiceSeller {
  const { taxNo, name, bank, bankAccount, address, phone, drawer } = row;
  return { taxNo, name, bank, bankAccount, address, phone, drawer };
}

function writtenOf(lines: readonly InvoiceLine[], { order, seller }: Ready, asking: Asking): Written {
  const { title } = asking;
  return {
    invoice: {
      serial: newInvoiceSerial(asking.now),
      color: 'blue',
      merchantId: order.merchantId,
      companyId: order.companyId,
      title,
      seller: sellerOf(seller),
      kind: title.kind,
      form: seller.form,
      state: 'waiting',
      ...sums(lines),
      provider: seller.provider,
      nextAt: asking.now,
      askedBy: asking.askedBy,
      askedById: asking.askedById,
      userId: asking.userId,
      month: asking.month,
      createdAt: asking.now,
    },
    lines,
  };
}
