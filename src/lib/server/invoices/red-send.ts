/**
 * Hands red forms in and asks about them (rules 19). A form is asked about under its serial first, and handed in only
 * where the provider has nothing: an answer that got lost makes no second form.
 */
import { type InvoiceLine, minus, pairsOf, priceText, sums } from '#lib/rules/invoices/amounts.ts';
import type { RedLine } from '#lib/rules/invoices/red.ts';
import { must } from '#lib/rules/terms/must.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import type { InvoicePort, PortRedLine, RedAnswer, RedAsked } from '../ports/invoices/port.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import { type InvoiceRecord, listInvoiceLines, type RedFormRow } from './read-rows.ts';
import { applyRed } from './red-apply.ts';
import { findForm, leaseForm, listDueForms, putOffForm } from './red-rows.ts';

const atOnce = 50;
const lease = 2 * 60_000;

export function sendRedForms(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'sendRedForms',
    now,
    list: () => listDueForms(db, now, atOnce),
    work: async (id: number) => {
      const form = await leaseForm(db, id, new Date(now.getTime() + lease), now);
      return form === null ? 0 : askForm(db, id, now);
    },
    atOnce: 4,
  });
}

/** Asks about an open form, and hands it in where the provider has it not; answers how many were done. */
export async function askForm(db: Db, id: number, now: Date): Promise<number> {
  const found = await findForm(db, id, { merchantId: null });
  if (found === null || found.form.closedAt !== null) return 0;
  const { form, blue } = found;
  const port = findInvoicePort(blue.provider);
  if (port === undefined || port.capabilities.byHand) {
    // A person enters the red invoice.
    await putOffForm(db, id, null);
    return 1;
  }
  await applyRed(db, form, await askPort(db, port, { form, blue }, now), now);
  return 1;
}

/** A form as its provider knows it. */
export function redAskedOf({ form, blue }: { form: RedFormRow; blue: InvoiceRecord }, now: Date): RedAsked {
  const seller = { ...blue.seller, merchantId: blue.merchantId };
  return { seller, serial: form.serial, uuid: form.uuid, now };
}

async function askPort(
  db: Db,
  port: InvoicePort,
  { form, blue }: { form: RedFormRow; blue: InvoiceRecord },
  now: Date,
): Promise<RedAnswer> {
  const asked = redAskedOf({ form, blue }, now);
  const found = await port.red.query(asked);
  if (found.state !== 'unknown' || form.state !== 'asking') return found;
  const lines = await listInvoiceLines(db, blue.id);
  return port.red.request({
    ...asked,
    blue: { number: must(blue.number, 'the number of an issued invoice'), kind: blue.kind },
    buyer: blue.title,
    reason: form.reason,
    lines: isWhole(lines, form.lines) ? [] : portLines(lines, form.lines),
  });
}

/** True where a form takes all of its blue invoice back, which goes without lines. */
function isWhole(blue: readonly InvoiceLine[], red: readonly RedLine[]): boolean {
  const rest = minus(sums(blue), { gross: 0, net: 0, tax: 0 });
  const back = sums(red);
  return rest.gross + back.gross === 0 && rest.net + back.net === 0 && rest.tax + back.tax === 0;
}

/** Lines as the bureau takes them: in the blue invoice's order, each discount within the line before it. */
export function portLines(blue: readonly InvoiceLine[], red: readonly RedLine[]): PortRedLine[] {
  const of = new Map(red.map((line) => [line.blueSeq, line]));
  return pairsOf(blue).flatMap(([goods, discount]) => {
    const parts = [of.get(goods.seq), discount && of.get(discount.seq)].filter((part) => part !== undefined);
    const quantity = of.get(goods.seq)?.quantity ?? null;
    const amount = sums(parts);
    if (amount.gross === 0) return [];
    const { name, spec, unit, taxCode, rate, policy } = goods;
    const unitPrice = quantity === null || amount.net === 0 ? '' : priceText(amount.net, quantity);
    return [{ blueSeq: goods.seq, name, spec, unit, taxCode, rate, policy, quantity, unitPrice, ...amount }];
  });
}
