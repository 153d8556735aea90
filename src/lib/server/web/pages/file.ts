import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import { type FileReader, findFileBytes } from './file-bytes.ts';

const types = { preview: 'image/jpeg', full: 'image/jpeg', pdf: 'application/pdf' };

/** Sends a picture of a company's file, or its PDF, to people who may see it. For all others it does not exist. */
export async function answerFile(
  { params, locals }: APIContext,
  part: keyof typeof types,
): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  try {
    const reader: FileReader = { account: await locals.account(), staff: await locals.staff() };
    const find = () => findFileBytes(getDb(), reader, params.id ?? '', part);
    const found = await inTurn('picture', locals.clientAddress, find);
    if (found === null) return new Response(null, { status: 404, headers });
    headers.set('Content-Type', types[part]);
    headers.set('Content-Security-Policy', "default-src 'none'");
    if (part === 'pdf')
      headers.set('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`);
    return new Response(found.bytes, { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}
