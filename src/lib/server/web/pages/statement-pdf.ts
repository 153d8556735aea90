/** A buyer's statement as a PDF, of the same search as its page. */
import type { APIContext } from 'astro';
import { api } from '#lib/contract/api.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { purchaseStatementInput } from '#lib/contract/orders/search.ts';
import { path } from '#lib/contract/routes.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { guardCall } from '../../core/calls/guard.ts';
import { currentTime } from '../../core/process/clock.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { findStatementPdf } from '../../orders/statement.ts';

/** Visitors are led to the login; what is wrong or not allowed is answered as a call is. */
export async function answerStatementPdf({ url, locals }: APIContext): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store' });
  try {
    if ((await locals.account()) === null) {
      headers.set('location', path('/login', undefined, { next: url.pathname + url.search }));
      return new Response(null, { status: 302, headers });
    }
    const actor = await guardCall(api.purchaseStatement, locals);
    const read = parseSent(purchaseStatementInput, Object.fromEntries(url.searchParams));
    if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
    const context = { db: getDb(), now: currentTime(), actor, requestId: locals.requestId };
    const made = await inTurn('page', locals.clientAddress, () => findStatementPdf(context, read.data));
    const after = { filter: url.search, form: 'pdf' };
    await recordExport(context, { act: 'list.export', subject: 'list', key: '采购对账单', after });
    headers.set('content-type', 'application/pdf');
    headers.set(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`采购对账-${dayKey(context.now.getTime())}.pdf`)}`,
    );
    return new Response(made, { headers });
  } catch (error) {
    return refuse(error, locals.requestId, headers);
  }
}
