import type { APIContext, APIRoute } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { readPaperCalendar } from '../../companies/paper-calendar.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { currentTime } from '../../core/process/clock.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';
import { findExportBytes } from '../../own-data/exports.ts';

/** Sends an export to people who manage its company. For all others it does not exist. */
export async function answerExport({ params, locals }: APIContext): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  try {
    const account = await locals.account();
    const [db, now] = [getDb(), currentTime()];
    const find = () => findExportBytes(db, account, params.token ?? '', now);
    const found = await inTurn('page', locals.clientAddress, find);
    if (account === null || found === null) return new Response(null, { status: 404, headers });
    await recordExport(
      { db, now, actor: { kind: 'buyer', account }, requestId: locals.requestId },
      {
        act: 'file.export',
        subject: 'company',
        key: account.companyId,
        after: { file: '企业数据', bytes: found.byteLength },
      },
    );
    headers.set('Content-Type', 'application/zip');
    headers.set(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent('药批网数据导出.zip')}`,
    );
    return new Response(new Uint8Array(found), { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}

/** Sends the calendar of a company's licences at its secret address; any other address does not exist. */
export const paperCalendar: APIRoute = async ({ url }) => {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
  const text = await readPaperCalendar(getDb(), url.searchParams.get('key') ?? '', currentTime());
  if (text === null) return new Response(null, { status: 404, headers });
  headers.set('Content-Type', 'text/calendar; charset=utf-8');
  return new Response(text, { headers });
};
