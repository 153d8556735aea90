/** One invoice at the desks (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { InvoiceIdValues } from '#lib/contract/invoices.ts';
import type { DeskInvoice } from '#lib/contract/invoices-desk.ts';
import { type InvoiceAsker, invoiceStates, isInvoiceOpen } from '#lib/rules/invoices/invoice-state.ts';
import { actorMay, type Context } from '../core/context.ts';
import { nameInvoicePort } from '../ports/invoices/providers.ts';
import { listDeliveries } from './deliver-rows.ts';
import { addressOf, deliveryWiresOf, openWays } from './delivery.ts';
import { readCompanyName } from './desk-rows.ts';
import {
  findShown,
  type InvoiceRecord,
  listInvoiceEvents,
  listInvoiceLines,
  listRedForms,
} from './read-rows.ts';
import { eventWireOf, invoiceWireOf, lineWireOf, mayCancel, mayRed, redWiresOf } from './wire.ts';

const askers = {
  buyer: '买家申请',
  merchant: '商家申请',
  auto: '发货后自动开票',
  platform: '平台申请',
} as const satisfies Record<InvoiceAsker, string>;

/** True where a person may enter its number: it is held up, not sent yet, or issued by hand anyway. */
export function mayEnter({ state, provider }: Pick<InvoiceRecord, 'state' | 'provider'>): boolean {
  if (state === 'failed' || state === 'waiting') return true;
  return provider === 'manual' && isInvoiceOpen(state);
}

/** `GET /api/desk/invoices/{id}`. Throws 404 for an unknown one, and another merchant's. */
export async function getDeskInvoice(
  context: Context<'staff'>,
  { id }: InvoiceIdValues,
): Promise<DeskInvoice> {
  const found = await findDeskInvoice(context, id);
  if (found === null) throw new AppError(404, '发票不存在');
  return found;
}

/** The same for a page: null instead of an error. */
export async function findDeskInvoice(
  { db, actor, now }: Context<'staff'>,
  id: number,
): Promise<DeskInvoice | null> {
  const shown = await findShown(db, id, { merchantId: actor.merchantId });
  if (shown === null) return null;
  const { row } = shown;
  const [lines, forms, events, company, deliveries] = await Promise.all([
    listInvoiceLines(db, id),
    listRedForms(db, [id]),
    listInvoiceEvents(db, id),
    readCompanyName(db, row.companyId),
    listDeliveries(db, id),
  ]);
  const { title, seller } = row;
  const may: Record<DeskInvoice['actions'][number], boolean> = {
    retry: row.state === 'failed' && row.color === 'blue',
    void: mayCancel(row),
    enter: mayEnter(row) && row.color === 'blue',
    files: row.state === 'issued',
    red: mayRed(shown, forms),
    resend: row.state === 'issued' && openWays().some((way) => addressOf(row.title, way) !== ''),
  };
  const state = invoiceStates[row.state];
  const reds = redWiresOf(forms, 'seller', false);
  return {
    ...invoiceWireOf(shown, forms),
    red: reds[0] ?? null,
    title: {
      name: title.name,
      tax_no: title.taxNo,
      bank: title.bank,
      bank_account: title.bankAccount,
      address: title.address,
      phone: title.phone,
    },
    seller: { name: seller.name, tax_no: seller.taxNo },
    lines: lines.map(lineWireOf),
    reds,
    deliveries: deliveryWiresOf(deliveries, title, { isOwn: false, now }),
    events: events.map(eventWireOf),
    serial: row.serial,
    attempt: row.attempt,
    desk_state: state.text,
    hint:
      row.provider === 'manual' && isInvoiceOpen(row.state) ? '请在电子税务局开具后登记发票号码' : state.hint,
    fault: row.fault,
    fault_code: row.faultCode,
    provider: nameInvoicePort(row.provider),
    company,
    company_id: row.companyId,
    asked_by: askers[row.askedBy],
    next_at: row.nextAt?.toISOString() ?? null,
    blue_id: row.blueId ?? 0,
    actions: actorMay(actor, 'invoices')
      ? (['retry', 'enter', 'files', 'resend', 'red', 'void'] as const).filter((verb) => may[verb])
      : [],
  };
}
