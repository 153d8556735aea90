/** Paying trades, and waiting for the result. The server decides; the address is never trusted. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import type { PayPasswordWire, PayStatus, SetPayPasswordInput } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { call } from '../../api.ts';
import { markStale } from '../../stale.ts';
import { onHearing, onNews } from '../live/events.ts';
import { openDialog } from '../shell/dialogs.ts';
import { react } from '../shell/react.ts';
import { keepConfirmed } from './pay-answer.ts';

/** The way to pay that is in progress; null without one. */
export const $paying = atom<string | null>(null);

export interface PayWay {
  provider: string;
  /** Yuan paid from the balance, next to a remote provider. */
  fromBalance?: string | undefined;
  password?: string | undefined;
  /** Yuan from the balance that the person has confirmed to pay; left out where nobody was asked. */
  confirmed?: string | undefined;
}

/**
 * Pays trades and follows the response: to the provider's counter, or the done page. A payment by QR code stays on the
 * page and is returned. Rejects where the payment password is required or wrong; every other failure is shown here.
 */
export async function payTrades(
  tradeNos: string[],
  { provider, fromBalance, password, confirmed }: PayWay,
): Promise<PayStatus | null> {
  if ($paying.get() !== null) return null;
  $paying.set(provider);
  try {
    const { pay_no, status, redirect } = await call(api.pay, {
      trade_no: tradeNos,
      provider,
      ...(fromBalance !== undefined && { balance_amount: fromBalance }),
      ...(password !== undefined && { pay_password: password }),
    });
    markStale();
    const isScanned = redirect === undefined && isWaiting({ status });
    const scanned = isScanned ? await call(api.payment, { no: pay_no }) : null;
    if (scanned?.qr) {
      $paying.set(null);
      return scanned;
    }
    // Stays busy: the page is about to be left.
    location.assign(redirect ?? path('/cart/step4', undefined, { pay_no }));
  } catch (error) {
    $paying.set(null);
    if (isAboutPassword(error, password)) throw error;
    if (error instanceof AppError && error.code === 409)
      openDialog({
        title: '温馨提示',
        text: error.message,
        confirm: '刷新',
        onConfirm: () => location.reload(),
      });
    else {
      // A contract is signed first; the person comes back here and presses again.
      if (error instanceof AppError && error.code === 459 && confirmed !== undefined)
        keepConfirmed(tradeNos, confirmed);
      react(error);
    }
  }
  return null;
}

function isAboutPassword(error: unknown, password: string | undefined): boolean {
  if (!(error instanceof AppError)) return false;
  return 'pay_password' in firstMessages(error.data) || (error.code === 429 && password !== undefined);
}

/** Sets or changes the payment password. Rejects as `call` does. */
export function setPayPassword(values: SetPayPasswordInput): Promise<PayPasswordWire> {
  return call(api.setPayPassword, values);
}

/** Submits the voucher of a transfer; returns the payment's new state. Rejects as `call` does. */
export function handInVoucher(no: string, file: File): Promise<PayStatus> {
  return call(api.voucher, { no, file });
}

/** Waits between the first polls, in milliseconds, and the one from there on. */
const pauses = [1000, 1500, 2000, 3000];
const lastWait = 5000;
const longest = 5 * 60_000;

/** Runs `work` after some milliseconds unless the returned function is called before. */
export type Pause = (work: () => void, ms: number) => () => void;

export function pauseByTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/**
 * Polls until a payment is settled, more slowly each time and at once when an order of ours has moved, and passes each
 * response on. After five minutes it only listens: the page keeps its button. Returns a function that stops it.
 */
export function watchPayment(
  no: string,
  onAnswer: (status: PayStatus) => void,
  pause: Pause = pauseByTimer,
): () => void {
  return watch(() => call(api.payment, { no }), isWaiting, onAnswer, pause);
}

/** Calls back at news that justify a poll; the returned function ends it. */
type Subscribe = (handler: () => void) => () => void;

/** Also once when the page begins to receive news: a phone may have paid before that. */
const subscribeOrders: Subscribe = (handler) => {
  const ends = [onNews('order', handler), onHearing(handler)];
  return () => {
    for (const end of ends) end();
  };
};

/** The same for anything that is polled until it is settled. */
export function watch<Answer>(
  load: () => Promise<Answer>,
  waits: (answer: Answer) => boolean,
  onAnswer: (answer: Answer) => void,
  pause: Pause = pauseByTimer,
  subscribe: Subscribe = subscribeOrders,
): () => void {
  const end = Date.now() + longest;
  let stop: (() => void) | undefined;
  let isOver = false;
  let isNews = false;
  /** Polls in progress; the newest one decides when the next one starts. */
  let open = 0;
  let newest = 0;
  function later(at: number): void {
    if (isOver || Date.now() > end) return;
    stop = pause(() => void ask(at), pauses[at] ?? lastWait);
  }
  async function ask(at: number): Promise<void> {
    newest += 1;
    const turn = newest;
    open += 1;
    isNews = false;
    const isSettled = await load().then(
      (answer) => {
        const isDone = !waits(answer);
        // A late response of an older poll counts only if it is the end.
        if (!isOver && (isDone || turn === newest)) onAnswer(answer);
        return isDone;
      },
      // A lost response is polled again; the page shows all the while that it is waiting.
      () => false,
    );
    open -= 1;
    if (isSettled) over();
    else if (isNews && !isOver) void ask(0);
    else if (turn === newest) later(at + 1);
  }
  function over(): void {
    isOver = true;
    stop?.();
    unsubscribe();
  }
  const unsubscribe = subscribe(() => {
    if (isOver) return;
    isNews = true;
    // The first poll may wait for the payment provider, which takes seconds; a second one does not.
    if (open > 1) return;
    stop?.();
    void ask(0);
  });
  later(0);
  return over;
}

const waitingStates: ReadonlySet<string> = new Set(['pending']);

/** True while the provider has not reported the result. */
export function isWaiting({ status }: Pick<PayStatus, 'status'>): boolean {
  return waitingStates.has(status);
}
