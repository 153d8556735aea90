/** A company's invoices: the list, one, and what the company does with them (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { InvoiceDetail, InvoiceIdValues, InvoiceList, InvoicesValues } from '#lib/contract/invoices.ts';
import { path } from '#lib/contract/routes.ts';
import { monthSpan } from '#lib/rules/orders/statements.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { sendMessages } from '../messages/rows.ts';
import { listDeliveries } from './deliver-rows.ts';
import { deliverAgain, deliveryWiresOf, waysText } from './delivery.ts';
import {
  addEvent,
  changeInvoice,
  countStates,
  findShown,
  listInvoiceEvents,
  listInvoiceLines,
  listInvoiceMerchants,
  listRedForms,
  listShown,
  lockInvoice,
  tabStates,
} from './read-rows.ts';
import { isAgainDue } from './red-again.ts';
import { eventWireOf, invoiceWireOf, lineWireOf, mayCancel, redWiresOf } from './wire.ts';

type Asker = Context<'buyer'>;

/** `GET /api/invoice`. */
export async function listInvoices(
  { db, actor: { account } }: Asker,
  { state, month, merchant, no, page, size }: InvoicesValues,
): Promise<InvoiceList> {
  const { companyId } = account;
  const search = { companyId, span: monthSpan(month), merchantId: merchant ?? null, no };
  const states = state === undefined ? null : tabStates[state];
  const [{ list, total }, counts, merchants] = await Promise.all([
    listShown(db, search, { states, limit: size, offset: (page - 1) * size }),
    countStates(db, search),
    listInvoiceMerchants(db, companyId),
  ]);
  const forms = await listRedForms(
    db,
    list.map(({ row }) => row.id),
  );
  const formsOf = Map.groupBy(forms, ({ blueId }) => blueId);
  const countOf = (tab: keyof typeof tabStates) =>
    tabStates[tab].reduce((sum, one) => sum + (counts.get(one) ?? 0), 0);
  const failed = counts.get('failed') ?? 0;
  return {
    list: list.map((one) => invoiceWireOf(one, formsOf.get(one.row.id) ?? [])),
    total,
    page,
    size,
    counts: { running: countOf('running') - failed, failed, done: countOf('done'), void: countOf('void') },
    merchants,
  };
}

const gone = '发票不存在';

/** `GET /api/invoice/{id}`. Throws 404 for an unknown one, and another company's. */
export async function getInvoice(context: Asker, { id }: InvoiceIdValues): Promise<InvoiceDetail> {
  const found = await findInvoice(context, id);
  if (found === null) throw new AppError(404, gone);
  return found;
}

/** The same for a page: null instead of an error. */
export async function findInvoice(
  { db, actor: { account }, now }: Asker,
  id: number,
): Promise<InvoiceDetail | null> {
  const shown = await findShown(db, id, { companyId: account.companyId });
  if (shown === null) return null;
  const [lines, forms, events, deliveries] = await Promise.all([
    listInvoiceLines(db, id),
    listRedForms(db, [id]),
    listInvoiceEvents(db, id),
    listDeliveries(db, id),
  ]);
  const { title, seller } = shown.row;
  const reds = redWiresOf(forms, 'buyer', await isAgainDue(db, shown.row, forms));
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
    deliveries: deliveryWiresOf(deliveries, title, { isOwn: true, now }),
    reds,
    // What is between the desk and the provider is not the buyer's.
    events: events
      .filter(({ act }) => buyerActs.has(act))
      .map((event) => eventWireOf({ ...event, note: ownNotes.has(event.act) ? event.note : '' })),
  };
}

/** Acts whose notes say where it was sent. */
const ownNotes: ReadonlySet<string> = new Set(['delivered', 'resent']);

const buyerActs: ReadonlySet<string> = new Set([
  'asked',
  'issued',
  'failed',
  'void',
  'entered',
  'delivered',
  'resent',
  'red_asked',
]);

/**
 * `POST /api/invoice/{id}/cancel`: before it goes to the provider, or when it is held up; its amounts can be asked for
 * again. A repeat changes nothing. Throws 404, 409 for one on its way.
 */
export async function cancelInvoice(context: Asker, { id }: InvoiceIdValues): Promise<InvoiceDetail> {
  const { db, actor, now } = context;
  const { companyId, userId } = actor.account;
  await db.transaction(async (tx) => {
    const row = await lockInvoice(tx, id, { companyId });
    if (row === null) throw new AppError(404, gone);
    if (row.state === 'void') return;
    if (!mayCancel(row)) throw new AppError(409, '发票已提交税务局，不能取消。开出后可以申请冲红');
    await changeInvoice(tx, id, { state: 'void', nextAt: null });
    await addEvent(tx, {
      invoiceId: id,
      actor: 'buyer',
      actorId: userId,
      act: 'void',
      note: '买家取消',
      at: now,
    });
  });
  return getInvoice(context, { id });
}

/**
 * `POST /api/invoice/{id}/resend`: to the company's messages, and to the mail and the mobile of its title. Throws 404, 409
 * for one that is not issued, 429 within a minute of the last time and after the tenth.
 */
export async function resendInvoice(context: Asker, { id }: InvoiceIdValues): Promise<InvoiceDetail> {
  const { db, actor, now } = context;
  const { companyId, userId } = actor.account;
  await db.transaction(async (tx) => {
    const row = await lockInvoice(tx, id, { companyId });
    if (row === null) throw new AppError(404, gone);
    const ways = await deliverAgain(tx, row, now);
    const sent = await sendMessages(tx, {
      companyId,
      kind: 'invoice',
      title: '发票已开具，请下载',
      body: `发票${row.number}，抬头${row.title.name}，可以下载PDF、OFD和XML文件。`,
      link: path('/zzfw/dzfp/[id]', { id }),
      ref: `invoice-again:${id}:${minuteKey(now.getTime())}`,
    });
    if (sent === 0 && ways.length === 0) return;
    const note = ways.length > 0 ? `重新发送到${waysText(ways)}` : '重新发送';
    await addEvent(tx, { invoiceId: id, actor: 'buyer', actorId: userId, act: 'resent', note, at: now });
  });
  return getInvoice(context, { id });
}
