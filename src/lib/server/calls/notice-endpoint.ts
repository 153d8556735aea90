/**
 * Where those who take payments report: the bytes go to the provider as they came, for its signature covers them, and the
 * provider words the answer. No origin is asked for and nobody is logged in; the signature says who it is.
 */
import type { APIRoute } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { getDb } from '../db/client.ts';
import { faultOf } from '../db/faults.ts';
import type { Acknowledgement } from '../payments/port.ts';
import { findRemote } from '../payments/providers.ts';
import { log } from '../process/log.ts';
import { readRaw } from '../requests/body.ts';
import { receiveNotices } from '../services/payments/notify.ts';
import { refuse } from './endpoint.ts';

/** Makes the handler of /api/pay/notify/{provider}: 404 for an unknown provider, else the provider's own answer. */
export function noticeEndpoint(): APIRoute {
  return async ({ request, params, locals: { requestId } }) => {
    const provider = findRemote(params.provider ?? '');
    if (!provider) return refuse(new AppError(404, '支付方式不存在'), new Headers(), requestId);
    try {
      const raw = await readRaw(request);
      const notices = await provider.notify(raw, request.headers);
      await receiveNotices({ db: getDb(), now: new Date(), requestId }, provider, notices);
      return word(provider.acknowledge(null));
    } catch (error) {
      if (error instanceof AppError) {
        log().warn(
          { requestId, provider: provider.key, code: error.code },
          `a notify was refused: ${error.message}`,
        );
        return word(provider.acknowledge(error));
      }
      const fault = faultOf(error);
      log().error({ err: error, requestId, fault, provider: provider.key }, 'a notify could not be taken');
      return word(provider.acknowledge(new AppError(fault === undefined ? 500 : 503)));
    }
  };
}

function word({ status, contentType, body }: Acknowledgement): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': contentType, 'cache-control': 'no-store' },
  });
}
