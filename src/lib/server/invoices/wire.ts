/** Invoices on the wire: yuan text, times in ISO 8601 (rules 19). */
import type { InvoiceDetail, InvoiceRow } from '#lib/contract/invoices.ts';
import { ownRedVerbs, type RedWire } from '#lib/contract/red-forms.ts';
import { invoiceActs, invoiceFileKinds, invoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { type RedRaiser, redReasons, redStates, redVerbsOf } from '#lib/rules/invoices/red-state.ts';
import { taxText } from '#lib/rules/invoices/tax.ts';
import { invoiceKinds } from '#lib/rules/invoices/titles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type {
  InvoiceLineRow,
  InvoiceRecord,
  listInvoiceEvents,
  RedFormRow,
  ShownInvoice,
} from './read-rows.ts';

const moment = (at: Date | null) => at?.toISOString() ?? null;

/**
 * The forms of one blue invoice, the newest first: that one alone can be acted on. `isDue`: another form in its place would
 * take something back.
 */
export function redWiresOf(forms: readonly RedFormRow[], side: RedRaiser, isDue: boolean): RedWire[] {
  return forms.map((form, at) => {
    const wire = redWireOf(form, side);
    if (at > 0 || side === 'seller') return { ...wire, acts: [] };
    const may = redVerbsOf(form.state, side, form.redInvoiceId !== null);
    const acts = ownRedVerbs.filter((verb) => may.includes(verb) && (verb !== 'again' || isDue));
    return { ...wire, hint: may.includes('again') && !isDue ? nothingDue : wire.hint, acts };
  });
}

const nothingDue = '订单现在没有需要冲红的金额，不用重新申请';

function redWireOf(form: RedFormRow, side: RedRaiser): Omit<RedWire, 'acts'> {
  const row = redStates[form.state];
  const isDone = form.redInvoiceId !== null && form.closedAt !== null;
  return {
    id: form.id,
    state: form.state,
    state_text: isDone ? '红字发票已开具' : row.text,
    hint: isDone ? '' : side === 'buyer' ? row.buyerHint : row.sellerHint,
    reason: form.reason,
    reason_text: redReasons[form.reason],
    gross_amount: formatYuan(form.gross),
    asked_at: form.askedAt.toISOString(),
    deadline_at: moment(form.deadlineAt),
    closed_at: moment(form.closedAt),
    red_invoice_id: form.redInvoiceId ?? 0,
  };
}

/** True while it was not handed to the provider: who asked may take it back. */
export function mayCancel({ state, color }: Pick<InvoiceRecord, 'state' | 'color'>): boolean {
  return color === 'blue' && (state === 'failed' || state === 'waiting');
}

/** True for an issued blue invoice with something left, and without an open form. */
export function mayRed({ row, red }: ShownInvoice, forms: readonly RedFormRow[]): boolean {
  if (row.color === 'red' || row.state !== 'issued' || red >= row.gross) return false;
  return forms.every(({ closedAt }) => closedAt !== null);
}

/** `forms`: those of this invoice, the newest first. */
export function invoiceWireOf(shown: ShownInvoice, forms: readonly RedFormRow[]): InvoiceRow {
  const { row } = shown;
  // A list looks at no order: what is due is on the invoice's own page.
  const [newest = null] = redWiresOf(forms, 'buyer', false);
  return {
    id: row.id,
    color: row.color,
    kind: row.kind,
    kind_text: invoiceKinds[row.kind],
    state: row.state,
    state_text:
      row.color === 'red' && row.state === 'issued' ? '红字发票' : invoiceStates[row.state].buyerText,
    merchant_id: row.merchantId,
    merchant: shown.merchant,
    title_name: row.title.name,
    title_tax_no: row.title.taxNo,
    number: row.number ?? '',
    gross_amount: formatYuan(row.gross),
    net_amount: formatYuan(row.net),
    tax_amount: formatYuan(row.tax),
    red_amount: formatYuan(shown.red),
    order_nos: shown.nos,
    orders: shown.orders,
    created_at: row.createdAt.toISOString(),
    issued_at: moment(row.issuedAt),
    files: invoiceFileKinds.filter((kind) => shown.files.includes(kind)),
    red: newest,
    may_cancel: mayCancel(row) ? 1 : 0,
    may_red: mayRed(shown, forms) ? 1 : 0,
    may_resend: row.state === 'issued' ? 1 : 0,
  };
}

export function lineWireOf(line: InvoiceLineRow): InvoiceDetail['lines'][number] {
  return {
    seq: line.seq,
    nature: line.nature,
    order_no: line.orderNo,
    name: line.name,
    spec: line.spec,
    unit: line.unit,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    tax_text: taxText(line),
    net_amount: formatYuan(line.net),
    tax_amount: formatYuan(line.tax),
    gross_amount: formatYuan(line.gross),
  };
}

export function eventWireOf({
  at,
  act,
  note,
}: Pick<
  Awaited<ReturnType<typeof listInvoiceEvents>>[number],
  'at' | 'act' | 'note'
>): InvoiceDetail['events'][number] {
  return { at: at.toISOString(), text: invoiceActs[act], note };
}
