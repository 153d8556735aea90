/** 找人代付: the buyer's link of a trade, and its page for anyone who has it. */

import { api } from '#lib/contract/api.ts';
import type { LinkedTrade, PayLink } from '#lib/contract/payments/links.ts';
import { call } from '../../api.ts';
import { type Pause, pauseByTimer, watch } from './pay.ts';

/** The link of a trade; the same one while it is valid. Rejects as `call` does. */
export function makePayLink(tradeNo: string): Promise<PayLink> {
  return call(api.makePayLink, { trade_no: tradeNo });
}

/** Revokes the link. Rejects as `call` does. */
export function revokePayLink(tradeNo: string): Promise<PayLink> {
  return call(api.revokePayLink, { trade_no: tradeNo });
}

/**
 * Begins a payment by a link; returns where it is paid, or the link's state where a phone scans. Rejects as `call`
 * does.
 */
export async function payByLink(
  token: string,
  provider: string,
): Promise<{ redirect: string } | { trade: LinkedTrade }> {
  const { pay_no, redirect } = await call(api.payByLink, { token, provider });
  saveBegun(token, pay_no);
  return redirect === undefined ? { trade: await readLinkedTrade(token) } : { redirect };
}

/** The state of a link's trade, with the receipt of what was begun in this tab. Rejects as `call` does. */
export function readLinkedTrade(token: string): Promise<LinkedTrade> {
  return call(api.linkedTrade, { token, pay_no: begunOf(token) });
}

const keyOf = (token: string) => `yp-paid-by-link:${token}`;

/** The number of the payment that this tab began; the provider's page may have been in between. */
export function begunOf(token: string): string {
  try {
    return sessionStorage.getItem(keyOf(token)) ?? '';
  } catch {
    // Unavailable storage has kept nothing.
    return '';
  }
}

function saveBegun(token: string, payNo: string): void {
  try {
    sessionStorage.setItem(keyOf(token), payNo);
  } catch {
    // The payment goes on; its receipt is not shown.
  }
}

/**
 * Reads the state repeatedly while a link is open, and at once after a change, and passes each one on. Returns a
 * function that stops it.
 */
export function watchLink(
  token: string,
  onAnswer: (trade: LinkedTrade) => void,
  pause: Pause = pauseByTimer,
): () => void {
  return watch(
    () => readLinkedTrade(token),
    ({ state }) => state === 'open',
    onAnswer,
    pause,
    (handler) => subscribeLink(token, handler),
  );
}

const againMs = 30_000;

/** A visitor with a link has no session: the link has a stream of its own. The browser reconnects a lost one. */
function subscribeLink(token: string, handler: () => void): () => void {
  const source = new EventSource(api.linkEvents.path.replace('{token}', encodeURIComponent(token)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = () => source.close();
  source.addEventListener('order', handler);
  // Before a stream opens, the first one too, something may have been missed.
  source.addEventListener('hello', handler);
  const rest = () => {
    source.close();
    timer = setTimeout(() => {
      handler();
      end = subscribeLink(token, handler);
    }, againMs);
  };
  source.addEventListener('bye', rest);
  // Refused, not lost: the browser does not reconnect.
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) rest();
  });
  return () => {
    clearTimeout(timer);
    end();
    source.close();
  };
}
