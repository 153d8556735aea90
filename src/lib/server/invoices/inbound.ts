/** Red forms that buyers raise at the tax bureau (rules 19): fetched each hour, a span before the last time again. */
import { sums } from '#lib/rules/invoices/amounts.ts';
import type { RedLine } from '#lib/rules/invoices/red.ts';
import { isRedVoid } from '#lib/rules/invoices/red-state.ts';
import { redLinesOfTotal } from '#lib/rules/invoices/red-total.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import type { InboundForm } from '../ports/invoices/port.ts';
import { findInvoicePort, listInvoicePorts } from '../ports/invoices/providers.ts';
import { countingForms } from './raise-red.ts';
import { addEvent, listInvoiceLines } from './read-rows.ts';
import { lockBlue, wishesOf } from './red-due.ts';
import { insertRedForm } from './red-form-rows.ts';
import { changeForm, findBlueByNumber, listKnownUuids, listSellersToCheck, markInbound } from './red-rows.ts';
import { findSellerFile } from './seller-rows.ts';
import { newInvoiceSerial } from './serials.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Read again: longer than a form waits for its answer. */
const overlap = 4 * day;
/** The first time, and the longest span of one question. */
const firstSpan = 30 * day;
const longestSpan = 89 * day;

export function pullRedForms(db: Db, now: Date): Promise<RowsDone> {
  const providers = listInvoicePorts().flatMap(({ key, capabilities }) =>
    capabilities.inbound ? [key] : [],
  );
  const since = new Date(now.getTime() - hour);
  return eachRow(db, {
    job: 'pullRedForms',
    now,
    list: () => listSellersToCheck(db, 'pullRedForms', { providers, since, now }),
    work: (merchantId: number) => pullOf(db, merchantId, now),
  });
}

async function pullOf(db: Db, merchantId: number, now: Date): Promise<number> {
  const seller = (await findSellerFile(db, merchantId))?.seller;
  const port = seller ? findInvoicePort(seller.provider) : undefined;
  if (!seller || port === undefined || (await port.missing(db, seller)) !== null) return 0;
  const until = seller.inboundUntil?.getTime();
  const from = Math.max(
    until === undefined ? now.getTime() - firstSpan : until - overlap,
    now.getTime() - longestSpan,
  );
  const found = await port.red.inbound({ ...seller, merchantId }, new Date(from), now);
  const known = await listKnownUuids(
    db,
    found.map(({ uuid }) => uuid),
  );
  let done = 0;
  for (const form of found)
    if (!known.has(form.uuid) && form.state !== 'unknown' && !isRedVoid(form.state))
      done += (await takeInbound(db, merchantId, form, now)) ? 1 : 0;
  await markInbound(db, merchantId, now);
  return done;
}

/** Writes a form of the buyer; false where its invoice is not ours, or another form is open about it. */
async function takeInbound(db: Db, merchantId: number, form: InboundForm, now: Date): Promise<boolean> {
  const blueId = await findBlueByNumber(db, merchantId, form.blueNumber);
  if (blueId === null || form.state === 'unknown') {
    log().warn(
      { merchantId, form: form.formNo, blue: form.blueNumber },
      'a red form about an unknown invoice',
    );
    return false;
  }
  const { state, formNo, uuid, reason } = form;
  return db.transaction(async (tx) => {
    const locked = await lockBlue(tx, blueId, { merchantId });
    if (locked === null) return false;
    const open = locked.forms.find(({ closedAt }) => closedAt === null);
    const event = { invoiceId: blueId, actor: 'system', actorId: 'pullRedForms', at: now } as const;
    if (open !== undefined && (open.uuid !== '' || open.state !== 'asking')) return false;
    const blue = await listInvoiceLines(tx, blueId);
    const earlier = countingForms(locked.forms).flatMap((one) => (one === open ? [] : [one.lines]));
    const lines =
      linesOf(form) ??
      redLinesOfTotal(blue, earlier, form, await wishesOf(tx, blueId, locked.orders, open ?? null));
    if (sums(lines).gross >= 0) return false;
    if (open !== undefined) {
      // Ours was not taken by the bureau yet: the buyer was faster, and its form is the one, with its amount and time.
      const theirs = { ...sums(lines), lines, reason, raisedBy: 'buyer', askedAt: now } as const;
      await changeForm(tx, open.id, { state, formNo, uuid, ...theirs, nextAt: now });
      await addEvent(tx, { ...event, act: 'red_moved', note: '买家先发起了红字确认单' });
      return true;
    }
    const id = await insertRedForm(tx, {
      ...{ serial: newInvoiceSerial(now), blueId, reason, raisedBy: 'buyer', state, formNo, uuid },
      ...{ ...sums(lines), lines, refundNo: null, askedAt: now, nextAt: now },
    });
    if (id === null) return false;
    await addEvent(tx, { ...event, act: 'red_asked', note: `买家发起，编号${formNo}` });
    return true;
  });
}

/** The lines of a form; null for one that names its amounts alone. */
function linesOf({ lines }: InboundForm): RedLine[] | null {
  if (lines.length === 0) return null;
  return lines.map(({ blueSeq, quantity, net, tax }) => ({ blueSeq, quantity, gross: net + tax, net, tax }));
}
