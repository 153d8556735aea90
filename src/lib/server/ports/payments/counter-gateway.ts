/** The gateway of the 模拟收银台 (demo only): takes the shop's signed requests over HTTP. */
import type { APIRoute } from 'astro';
import { readRaw } from '../../core/body.ts';
import { log } from '../../core/process/log.ts';
import { answerShop } from './counter-desk.ts';
import { findRemote } from './providers.ts';
import { isSignedBody, signatureHeader } from './signature.ts';

const empty = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } });

/** Answers with signed bytes; 403 for a caller without a valid signature, 502 where the response gets lost. */
export function counterGateway(): APIRoute {
  return async ({ request }) => {
    if (!findRemote('sandbox')) return empty(404);
    try {
      const question = await readRaw(request);
      const given = request.headers.get(signatureHeader) ?? '';
      if (!isSignedBody(question, given)) return empty(403);
      const { raw, signature } = await answerShop(question, given);
      return new Response(Buffer.from(raw), {
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signature,
          'cache-control': 'no-store',
        },
      });
    } catch (error) {
      log().warn({ err: error }, 'the sandbox did not answer');
      return empty(502);
    }
  };
}
