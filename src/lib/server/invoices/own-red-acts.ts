/** What a company does with the red forms of its invoices (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { InvoiceDetail } from '#lib/contract/invoices.ts';
import type { OwnRedVerb, RedFormValues } from '#lib/contract/red-forms.ts';
import { redVerbs, redVerbsOf } from '#lib/rules/invoices/red-state.ts';
import type { Context } from '../core/context.ts';
import { getInvoice } from './read.ts';
import { addEvent, listInvoiceEvents, lockInvoice } from './read-rows.ts';
import { raiseAgain } from './red-again.ts';
import { callPort, type FoundForm } from './red-call.ts';
import { findForm } from './red-rows.ts';
import { askForm } from './red-send.ts';

type Asker = Context<'buyer'>;

const words = { revoke: redVerbs.revoke, again: '重新申请' } as const satisfies Record<OwnRedVerb, string>;

/** Throws 404 for another company's. */
async function findOwn({ db, actor }: Asker, id: number): Promise<FoundForm> {
  const found = await findForm(db, id, { companyId: actor.account.companyId });
  if (found === null) throw new AppError(404, '红字确认单不存在');
  return found;
}

function demand({ form }: FoundForm, verb: OwnRedVerb): void {
  if (!redVerbsOf(form.state, 'buyer', form.redInvoiceId !== null).includes(verb))
    throw new AppError(409, `这张红字确认单现在不能${words[verb]}，请刷新后再看`);
}

/**
 * `POST /api/invoice/red/{id}/revoke`: the company has withdrawn a form at the tax bureau, which lets nobody else do it; the
 * bureau is asked now. A repeat changes nothing. Throws 404, and 409 while the bureau says that it is not withdrawn.
 */
export async function revokeOwnRed(context: Asker, { id }: RedFormValues): Promise<InvoiceDetail> {
  const { db, now } = context;
  const found = await findOwn(context, id);
  const { form, blue } = found;
  if (form.state === '08') return getInvoice(context, { id: blue.id });
  demand(found, 'revoke');
  const number = form.formNo === '' ? '' : `（编号${form.formNo}）`;
  const site = `请先登录电子税务局撤销这张红字确认单${number}`;
  await callPort(found, () => askForm(db, id, now), `${site}，撤销后告知商家`);
  if ((await findOwn(context, id)).form.state !== '08')
    throw new AppError(409, `税务局还没有撤销记录，${site}`);
  await tellOnce(context, found);
  return getInvoice(context, { id: blue.id });
}

/** Writes beside the invoice who withdrew the form; once, however many pressed at once. */
async function tellOnce({ db, actor, now }: Asker, { form, blue }: FoundForm): Promise<void> {
  const { companyId, userId } = actor.account;
  const note = `买家${words.revoke}`;
  await db.transaction(async (tx) => {
    await lockInvoice(tx, blue.id, { companyId });
    const events = await listInvoiceEvents(tx, blue.id);
    if (events.some((event) => event.note === note && event.at >= form.askedAt)) return;
    const by = { actor: 'buyer', actorId: userId, at: now } as const;
    await addEvent(tx, { invoiceId: blue.id, ...by, act: 'red_moved', note });
  });
}

/**
 * `POST /api/invoice/red/{id}/again`: raises another form in place of one that ended, of what is due by now. A repeat
 * changes nothing. Throws 404, and 409 for one that did not end so and where nothing is due.
 */
export async function askOwnRedAgain(context: Asker, { id }: RedFormValues): Promise<InvoiceDetail> {
  const { db, actor, now } = context;
  const { companyId, userId } = actor.account;
  const found = await findOwn(context, id);
  demand(found, 'again');
  const by = { reader: { companyId }, actor: 'buyer', actorId: userId, now } as const;
  await db.transaction((tx) => raiseAgain(tx, found, by));
  return getInvoice(context, { id: found.blue.id });
}
