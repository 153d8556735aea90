/**
 * Endpoints for notices of payment, parcel and invoice providers: the provider gets the bytes as received, because its
 * signature covers them, and words the response. There is no origin check and no login; the signature identifies the
 * sender. A notice of an invoice has none, and makes us ask.
 */
import type { APIRoute } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { receiveSigningNotice } from '../contracts/remote.ts';
import { readRaw } from '../core/body.ts';
import { refuse } from '../core/calls/endpoint.ts';
import { plainBytes } from '../core/expected-body.ts';
import { senderKey } from '../core/process/client-address.ts';
import { currentTime } from '../core/process/clock.ts';
import { faultOf } from '../core/process/database-faults.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import { getDb } from '../db/client.ts';
import { receiveInvoiceNotices } from '../invoices/notices.ts';
import { receivePictureNotice } from '../live/publishes.ts';
import { mallParcels } from '../mall/parcels.ts';
import { receiveNotices } from '../paying/notify.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import { findPictureServer } from '../ports/live/remote.ts';
import { findLogistics } from '../ports/logistics/providers.ts';
import type { Acknowledgement } from '../ports/payments/port.ts';
import { findRemote } from '../ports/payments/providers.ts';
import { findSigning } from '../ports/signing/providers.ts';
import { orderParcels } from '../tracking/order-parcels.ts';
import { receiveReports } from '../tracking/write.ts';

/** The context of a received notice. */
interface Received {
  db: Db;
  now: Date;
  requestId: string;
}

interface Provider {
  key: string;
  acknowledge(refusal: AppError | null, now: Date): Acknowledgement;
}

interface Notices<H extends Provider> {
  find: (key: string) => H | undefined;
  /** The message for an unknown provider. */
  missing: string;
  take: (
    received: Received,
    provider: H,
    raw: Uint8Array,
    headers: Headers,
    query: URLSearchParams,
  ) => Promise<void>;
}

/** Makes the handler of /api/pay/notify/{provider}: 404 for an unknown provider, else the provider's own answer. */
export function noticeEndpoint(): APIRoute {
  return noticesOf({
    find: findRemote,
    missing: '支付方式不存在',
    async take(received, provider, raw, headers) {
      await receiveNotices(received, provider, await provider.notify(raw, headers));
    },
  });
}

/** The same for /api/logistics/notify/{provider}. */
export function parcelNoticeEndpoint(): APIRoute {
  return noticesOf({
    find: findLogistics,
    missing: '物流服务不存在',
    take: (received, provider, raw) =>
      receiveReports(received, provider, provider.notify(raw), [orderParcels, mallParcels]),
  });
}

/** The same for /api/contract/notify/{provider}. */
export function signingNoticeEndpoint(): APIRoute {
  return noticesOf({
    find: findSigning,
    missing: '签署平台不存在',
    async take(received, provider, raw, headers) {
      await receiveSigningNotice(received, provider.notify(raw, headers));
    },
  });
}

/** The same for /api/invoice/notify/{provider}. */
export function invoiceNoticeEndpoint(): APIRoute {
  return noticesOf({
    find: findInvoicePort,
    missing: '开票渠道不存在',
    take: (received, provider, raw) => receiveInvoiceNotices(received, provider, provider.notify(raw)),
  });
}

/** The same for /api/live/notify/{provider}. */
export function pictureNoticeEndpoint(): APIRoute {
  return noticesOf({
    find: findPictureServer,
    missing: '直播服务不存在',
    take: (received, provider, raw, _, query) =>
      receivePictureNotice(received, provider.notify(raw, query, received.now)),
  });
}

function noticesOf<H extends Provider>({ find, missing, take }: Notices<H>): APIRoute {
  return async ({ request, params, url, locals: { requestId, clientAddress, expectBody } }) => {
    const provider = find(params.provider ?? '');
    if (!provider) return refuse(new AppError(404, missing), requestId);
    const now = currentTime();
    try {
      const key = senderKey(clientAddress, request.headers);
      expectBody?.({ sender: 'notice', key, limit: plainBytes });
      const raw = await readRaw(request);
      await take({ db: getDb(), now, requestId }, provider, raw, request.headers, url.searchParams);
      return word(provider.acknowledge(null, now));
    } catch (error) {
      if (error instanceof AppError) {
        log().warn(
          { requestId, provider: provider.key, code: error.code },
          `a notify was refused: ${error.message}`,
        );
        return word(provider.acknowledge(error, now));
      }
      const fault = faultOf(error);
      log().error({ err: error, requestId, fault, provider: provider.key }, 'a notify could not be taken');
      return word(provider.acknowledge(new AppError(fault === undefined ? 500 : 503), now));
    }
  };
}

function word({ status, contentType, body }: Acknowledgement): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': contentType, 'cache-control': 'no-store' },
  });
}
