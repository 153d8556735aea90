import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import type { FileReader, FoundFile } from '../../files/merchant-files.ts';
import { findLicenceBytes } from '../../licences/files.ts';
import { findReportBytes } from '../../lots/reports.ts';
import { findOnboardingBytes } from '../../onboarding/files.ts';

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/** Sends the 药检报告 of a lot (`?lot_no=`), a PDF, to people who may see it. For all others it does not exist. */
export async function answerReport(context: APIContext): Promise<Response> {
  const { goods = '' } = context.params;
  const lotNo = context.url.searchParams.get('lot_no') ?? '';
  if (!isId(goods) || lotNo === '' || lotNo.includes('\0')) return answer(context, null);
  return answer(context, async (reader) => {
    const found = await findReportBytes(getDb(), reader, { goodsId: Number(goods), lotNo });
    return found && { ...found, contentType: 'application/pdf' };
  });
}

/** Sends a page of 首营资料 to people who may see it. For all others it does not exist. */
export async function answerOnboarding(context: APIContext): Promise<Response> {
  const { file = '' } = context.params;
  if (!isId(file)) return answer(context, null);
  return answer(context, (reader) => findOnboardingBytes(getDb(), reader, Number(file)));
}

/** Sends the scan of a submitted merchant licence to people who may see it. For all others it does not exist. */
export async function answerLicence(context: APIContext): Promise<Response> {
  const { file = '' } = context.params;
  if (!isId(file)) return answer(context, null);
  return answer(context, (reader) => findLicenceBytes(getDb(), reader, Number(file)));
}

type Find = (reader: FileReader) => Promise<(FoundFile & { contentType: string }) | null>;

/** `find` null: there is nothing of such an address. */
async function answer({ locals }: APIContext, find: Find | null): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  if (find === null) return new Response(null, { status: 404, headers });
  try {
    const reader = { account: await locals.account(), staff: await locals.staff() };
    const found = await inTurn('picture', locals.clientAddress, () => find(reader));
    if (found === null) return new Response(null, { status: 404, headers });
    headers.set('Content-Type', found.contentType);
    headers.set('Content-Security-Policy', "default-src 'none'");
    headers.set('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`);
    return new Response(new Uint8Array(found.bytes), { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}
