import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { type Context, shopActor } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { findPackage } from '../../receiving/package.ts';
import { findPackagePdf } from '../../receiving/package-pdf.ts';

/**
 * Sends the receiving package of an order as a ZIP to people of its company who handle documents; 403 for their
 * colleagues. For all others it does not exist.
 */
export function answerPackage(context: APIContext): Promise<Response> {
  const find: Form['find'] = (own, no) =>
    inTurn('page', context.locals.clientAddress, () => findPackage(own, no));
  return answer(context, { type: 'application/zip', ending: 'zip', find });
}

/** The same as a PDF, for printing and filing. It takes seconds, so it has a queue of its own. */
export function answerPackagePdf(context: APIContext): Promise<Response> {
  return answer(context, { type: 'application/pdf', ending: 'pdf', find: findPackagePdf });
}

interface Form {
  type: string;
  ending: string;
  find: (context: Context<'buyer'>, no: string) => Promise<BodyInit | null>;
}

async function answer({ params, locals }: APIContext, { type, ending, find }: Form): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  const { no = '' } = params;
  const missing = () => new Response(null, { status: 404, headers });
  try {
    const actor = shopActor(await locals.account());
    if (actor.kind !== 'buyer') return missing();
    const { role } = actor.account;
    if (!roleMay(role, 'papers')) throw new AppError(403, roleRefusal(role, 'papers'));
    const context = { db: getDb(), now: currentTime(), actor, requestId: locals.requestId };
    const found = await find(context, no);
    if (found === null) return missing();
    await recordExport(context, {
      act: 'file.export',
      subject: 'order',
      key: no,
      after: { file: '收货资料', form: ending },
    });
    headers.set('Content-Type', type);
    headers.set(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`收货资料-${no}.${ending}`)}`,
    );
    return new Response(found, { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}
