import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { refuse } from '../calls/endpoint.ts';
import { getDb } from '../db/client.ts';
import { findReportBytes } from '../services/lots/reports.ts';
import { inTurn } from '../shares/limits.ts';

/** Answers the 药检报告 of a lot (`?lot_no=`), a PDF, to those who may see it. To all others it is not there. */
export async function answerReport({ params, url, locals }: APIContext): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  const { goods = '' } = params;
  const lotNo = url.searchParams.get('lot_no') ?? '';
  if (!/^[1-9]\d{0,8}$/.test(goods) || lotNo === '' || lotNo.includes('\0'))
    return new Response(null, { status: 404, headers });
  try {
    const reader = { account: await locals.account(), staff: await locals.staff() };
    const lot = { goodsId: Number(goods), lotNo };
    const found = await inTurn('picture', locals.clientAddress, () => findReportBytes(getDb(), reader, lot));
    if (found === null) return new Response(null, { status: 404, headers });
    headers.set('Content-Type', 'application/pdf');
    headers.set('Content-Security-Policy', "default-src 'none'");
    headers.set('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`);
    return new Response(new Uint8Array(found.bytes), { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}
