/**
 * Calls without Astro: most need neither its Request nor its Response, which cost more than many calls.
 */

import { PlainHeaders } from '#lib/server/core/asked-call.ts';
import { staffReader } from '#lib/server/core/sessions/desk-session.ts';
import { accountReader, endReader } from '#lib/server/core/sessions/session.ts';
import { answerOf, findPlace } from '#lib/server/router/router.ts';
import type { Answer } from './answer.ts';
import type { Asked } from './exchange.ts';

const utf8 = new TextDecoder();

async function textOf(body: Asked['body']): Promise<string> {
  if (body === undefined) return '';
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return utf8.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
}

/** The response of a call; undefined for what Astro answers: pages, streams, forms with files, other addresses. */
export async function answerDirectly(asked: Asked): Promise<Answer | undefined> {
  const { method, url, isCall, address, id: requestId } = asked;
  if (!isCall || asked.headers['content-type']?.startsWith('multipart/')) return undefined;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  // Encoded parts are decoded in one place only.
  if (path.includes('%')) return undefined;
  const found = findPlace(path);
  const row = found?.calls.get(method);
  const answer = row && (await answerOf(row));
  if (found === undefined || answer === undefined) return undefined;
  const headers = new PlainHeaders(asked.headers, address);
  return answer({
    request: { method, headers, body: null, text: () => textOf(asked.body) },
    url: { search: end === -1 ? '' : url.slice(end) },
    params: found.params,
    locals: {
      requestId,
      clientAddress: address,
      account: accountReader({ headers, method }),
      staff: staffReader(headers),
      whyOut: endReader(headers),
      expectBody: (expected) => asked.body?.expect?.(expected),
    },
  });
}
