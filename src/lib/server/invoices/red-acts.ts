/** What a merchant's people and the platform do with a red form (rules 19). The provider is called outside transactions. */
import { AppError } from '#lib/contract/errors.ts';
import { type RedVerb, redVerbs, redVerbsOf } from '#lib/rules/invoices/red-state.ts';
import type { AuditAct } from '#lib/rules/site/audit-acts.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import type { InvoicePort } from '../ports/invoices/port.ts';
import { numberTaken, readIssued, refuseTakenNumber } from './desk-acts.ts';
import { isNumberTaken } from './desk-rows.ts';
import { addEvent, listRedForms, lockInvoice } from './read-rows.ts';
import { raiseAgain } from './red-again.ts';
import { writeRed } from './red-apply.ts';
import { callPort, type FoundForm } from './red-call.ts';
import { changeForm, findForm, lockForm } from './red-rows.ts';
import { askForm, redAskedOf } from './red-send.ts';

type Desk = Context<'staff'>;

/** A form of the reader's that may be treated so. Throws 404, 409. */
async function demand({ db, actor }: Desk, id: number, verb: RedVerb): Promise<FoundForm> {
  const found = await findForm(db, id, { merchantId: actor.merchantId });
  if (found === null) throw new AppError(404, '红字确认单不存在');
  const { state, redInvoiceId } = found.form;
  if (!redVerbsOf(state, 'seller', redInvoiceId !== null).includes(verb))
    throw new AppError(409, `这张红字确认单现在不能${redVerbs[verb]}，请刷新后再看`);
  return found;
}

/** Calls the provider of a form. Throws 409. */
function call(found: FoundForm, act: (port: InvoicePort) => Promise<unknown>): Promise<unknown> {
  return callPort(found, act, '这张发票是手工开具的，请在电子税务局办理后登记红字发票');
}

type Audited = Exclude<RedVerb, 'query'>;

/** Writes what was done into the audit log, and beside the blue invoice. */
async function tell(
  tx: Tx,
  context: Desk,
  { form, blue }: FoundForm,
  { verb, note = '' }: { verb: Audited; note?: string },
): Promise<void> {
  const record = recordOf(context);
  await addEvent(tx, {
    ...{ invoiceId: blue.id, actor: record.kind, actorId: record.id, act: 'red_moved' },
    ...{ note: [redVerbs[verb], note].filter((part) => part !== '').join('：'), at: context.now },
  });
  await writeAudit(tx, record, {
    act: `red_form.${verb}` satisfies AuditAct,
    subject: 'red_form',
    key: form.id,
    before: { state: form.state },
    after: { number: blue.number, ...(note !== '' && { note }) },
    merchantId: blue.merchantId,
    at: context.now,
  });
}

/** Asks the bureau now. Throws 404, 409 where there is nothing to ask or no answer. */
export async function queryRed(context: Desk, { id }: { id: number }): Promise<void> {
  const found = await demand(context, id, 'query');
  await call(found, async () => {
    await askForm(context.db, id, context.now);
  });
}

/** Agrees to a form that the buyer raised. Throws 404, 409. */
export function confirmRed(context: Desk, { id }: { id: number }): Promise<void> {
  return answerRed(context, id, 'confirm');
}

/** Refuses a form that the buyer raised. Throws 404, 409. */
export function refuseRed(
  context: Desk,
  { id, reason = '' }: { id: number; reason?: string },
): Promise<void> {
  return answerRed(context, id, 'refuse', reason);
}

async function answerRed(context: Desk, id: number, verb: 'confirm' | 'refuse', reason = ''): Promise<void> {
  const found = await demand(context, id, verb);
  await call(found, (port) => port.red.confirm(redAskedOf(found, context.now), verb === 'confirm'));
  await context.db.transaction((tx) => tell(tx, context, found, { verb, note: reason }));
  await call(found, async () => {
    await askForm(context.db, id, context.now);
  });
}

/** Withdraws a form of our own. Throws 404, 409. */
export async function revokeRed(
  context: Desk,
  { id, reason = '' }: { id: number; reason?: string },
): Promise<void> {
  const found = await demand(context, id, 'revoke');
  await call(found, (port) => port.red.revoke(redAskedOf(found, context.now)));
  await context.db.transaction((tx) => tell(tx, context, found, { verb: 'revoke', note: reason }));
  await call(found, async () => {
    await askForm(context.db, id, context.now);
  });
}

/**
 * Raises another form in place of one that ended, of what is due by now. Throws 404, 409 for one that did not end so,
 * and where nothing is due any more.
 */
export async function askRedAgain(context: Desk, { id }: { id: number }): Promise<void> {
  const { db, actor, now } = context;
  const found = await demand(context, id, 'again');
  const { kind, id: actorId } = recordOf(context);
  const by = { reader: { merchantId: actor.merchantId }, actor: kind, actorId, now };
  await db.transaction(async (tx) => {
    if (await raiseAgain(tx, found, by)) await tell(tx, context, found, { verb: 'again' });
  });
}

/**
 * Writes down a red invoice that was issued at the bureau's own site. The same again changes nothing. Throws 404, 409, 422
 * for a wrong number or day.
 */
export async function enterRed(
  context: Desk,
  { id, ...input }: { id: number; number: string; issued_on: string },
): Promise<void> {
  const { db, actor, now } = context;
  const issued = readIssued(input, now);
  const found = await findForm(db, id, { merchantId: actor.merchantId });
  if (found === null) throw new AppError(404, '红字确认单不存在');
  const record = recordOf(context);
  await refuseTakenNumber(
    db.transaction(async (tx) => {
      const blue = await lockInvoice(tx, found.blue.id, { merchantId: actor.merchantId });
      const form = await lockForm(tx, id);
      if (blue === null || form === null) throw new AppError(404, '红字确认单不存在');
      if (form.redInvoiceId !== null) {
        const red = await lockInvoice(tx, form.redInvoiceId, { merchantId: actor.merchantId });
        if (red?.number === issued.number) return;
      }
      if (!redVerbsOf(form.state, 'seller', form.redInvoiceId !== null).includes('enter'))
        throw new AppError(409, '这张红字确认单现在不能登记红票，请刷新后再看');
      const [newest] = await listRedForms(tx, [blue.id]);
      if (newest?.id !== id) throw new AppError(409, '已有更新的红字确认单，请在那一张上登记');
      if (await isNumberTaken(tx, issued.number, 0)) throw numberTaken();
      const by = { actor: record.kind, actorId: record.id };
      await writeRed(tx, { form, blue }, { ...issued, ...by, act: 'entered', now });
      await changeForm(tx, id, { state: '04', fault: '' });
      await tell(tx, context, found, { verb: 'enter', note: issued.number });
    }),
  );
}
