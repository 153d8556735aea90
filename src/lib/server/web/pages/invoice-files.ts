/** Files of issued invoices: to the company’s people who look after invoices, and to the desks. */
import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { maxZippedInvoices } from '#lib/contract/invoice-files.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { nextSetUp, staffMay } from '#lib/rules/companies/staff.ts';
import { invoiceFileKinds } from '#lib/rules/invoices/invoice-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { type Actors, shopActor, staffActorOf } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import { invoiceFileTypes, readInvoiceFile, zippedInvoices } from '../../invoices/files.ts';
import { findShown, listOwnIds, type Reader } from '../../invoices/read-rows.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { zipOf } from '../../receiving/zip.ts';

const common = { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };

interface Allowed {
  actor: Actors['buyer' | 'staff'];
  reader: Reader;
}

/**
 * Who reads, and whose invoices: the company's person first, then the desk's where somebody is logged in at both. Throws 403
 * for a role of a company without the permission that is nobody at a desk.
 */
async function readersOf({ locals }: APIContext): Promise<Allowed[]> {
  const readers: Allowed[] = [];
  const actor = shopActor(await locals.account());
  const refused = actor.kind === 'buyer' && !roleMay(actor.account.role, 'invoice');
  if (actor.kind === 'buyer' && !refused)
    readers.push({ actor, reader: { companyId: actor.account.companyId } });
  const staff = await locals.staff();
  if (staff !== null && nextSetUp(staff) === null) {
    const person = staffActorOf(staff);
    if (staffMay(person.kind, staff.role, 'sales'))
      readers.push({ actor: person, reader: { merchantId: person.merchantId } });
  }
  if (readers.length === 0 && refused) throw new AppError(403, roleRefusal(actor.account.role, 'invoice'));
  return readers;
}

function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

const id = /^[1-9]\d{0,9}$/;

/** `GET /file/invoice/{id}/{kind}`. For everyone else it does not exist. */
export function answerInvoiceFile(context: APIContext): Promise<Response> {
  return answer(context, async ({ actor, reader }, headers) => {
    const { id: asked = '', kind = '' } = context.params;
    if (!id.test(asked) || !isOneOf(invoiceFileKinds, kind)) return null;
    const db = getDb();
    if ((await findShown(db, Number(asked), reader)) === null) return null;
    const file = await readInvoiceFile(db, Number(asked), kind);
    if (file === null) return null;
    const { requestId } = context.locals;
    await recordExport(
      { db, now: currentTime(), actor, requestId },
      {
        act: 'file.export',
        subject: 'invoice',
        key: asked,
        after: { file: file.name, form: kind },
      },
    );
    headers.set('Content-Type', invoiceFileTypes[kind]);
    headers.set('Content-Disposition', attachment(file.name));
    return new Response(new Uint8Array(file.bytes), { headers });
  });
}

/** `GET /file/invoice/zip?ids=1,2`: those of the reader's; none of them is 404. */
export function answerInvoiceZip(context: APIContext): Promise<Response> {
  return answer(context, async ({ actor, reader }, headers) => {
    const asked = (context.url.searchParams.get('ids') ?? '').split(',').filter((one) => id.test(one));
    if (asked.length > maxZippedInvoices) throw new AppError(422, `一次最多打包${maxZippedInvoices}张发票`);
    const db = getDb();
    const own = await listOwnIds(db, asked.map(Number), reader);
    if (own.length === 0) return null;
    const now = currentTime();
    await recordExport(
      { db, now, actor, requestId: context.locals.requestId },
      {
        act: 'file.export',
        subject: 'invoice',
        key: String(own[0]),
        after: { file: '发票', form: 'zip', count: own.length },
      },
    );
    headers.set('Content-Type', 'application/zip');
    headers.set('Content-Disposition', attachment(`发票${dayKey(now.getTime())}.zip`));
    return inTurn(
      'page',
      context.locals.clientAddress,
      async () => new Response(zipOf(zippedInvoices(db, own), now), { headers }),
    );
  });
}

async function answer(
  context: APIContext,
  work: (allowed: Allowed, headers: Headers) => Promise<Response | null>,
): Promise<Response> {
  const headers = new Headers(common);
  const missing = () => new Response(null, { status: 404, headers });
  try {
    for (const who of await readersOf(context)) {
      const found = await work(who, headers);
      if (found !== null) return found;
    }
    return missing();
  } catch (error) {
    if (error instanceof AppError) return refuse(error, context.locals.requestId, headers);
    throw error;
  }
}
