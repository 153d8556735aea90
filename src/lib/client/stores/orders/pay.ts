/** Paying trades, and waiting for the answer. The server decides; what the address says is never believed. */
import { atom } from 'nanostores';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import type { PayPasswordWire, PayStatus, SetPayPasswordInput } from '#lib/contract/payments/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';
import { markStale } from '../../stale.ts';
import { onHearing, onNews } from '../live/events.ts';
import { openDialog } from '../shell/dialogs.ts';
import { react } from '../shell/react.ts';

/** The way to pay whose work runs; null while nothing does. */
export const $paying = atom<string | null>(null);

export interface PayWay {
  provider: string;
  /** Yuan that the balance takes of it, beside a remote provider. */
  fromBalance?: string | undefined;
  password?: string | undefined;
}

/**
 * Pays trades and goes where the answer leads: the provider's counter, or the done page. One that a phone scans stays
 * on the page and is answered, as it stands. Rejects where the payment password is asked for, or the one that was given
 * is refused; everything else is told here.
 */
export async function payTrades(
  tradeNos: string[],
  { provider, fromBalance, password }: PayWay,
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
    else react(error);
  }
  return null;
}

function isAboutPassword(error: unknown, password: string | undefined): boolean {
  if (!(error instanceof AppError)) return false;
  return 'pay_password' in firstMessages(error.data) || (error.code === 429 && password !== undefined);
}

/** Sets the payment password, or another one. Rejects as `call` does. */
export function setPayPassword(values: SetPayPasswordInput): Promise<PayPasswordWire> {
  return call(api.setPayPassword, values);
}

/** Hands the voucher of a transfer in; answers the payment as it is then. Rejects as `call` does. */
export function handInVoucher(no: string, file: File): Promise<PayStatus> {
  return call(api.voucher, { no, file });
}

/** Waits between the first questions, in milliseconds, and the one from there on. */
const pauses = [1000, 1500, 2000, 3000];
const lastWait = 5000;
const longest = 5 * 60_000;

/** Does `work` after some milliseconds unless what it answers is called before. */
export type Pause = (work: () => void, ms: number) => () => void;

export function pauseByTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/**
 * Asks again until a payment is settled, more slowly each time and at once when an order of ours has moved, and hands
 * each answer over. After five minutes it only listens: the page keeps its button. Answers a function that stops it.
 */
export function watchPayment(
  no: string,
  onAnswer: (status: PayStatus) => void,
  pause: Pause = pauseByTimer,
): () => void {
  return watch(() => call(api.payment, { no }), isWaiting, onAnswer, pause);
}

/** Calls back at each of the news that make it worth asking; what is answered ends it. */
type Hear = (handler: () => void) => () => void;

/** Also once when the page begins to hear: a phone may have paid before that. */
const hearOrders: Hear = (handler) => {
  const ends = [onNews('order', handler), onHearing(handler)];
  return () => {
    for (const end of ends) end();
  };
};

/** The same of anything that is asked for until it waits no more. */
export function watch<Answer>(
  load: () => Promise<Answer>,
  waits: (answer: Answer) => boolean,
  onAnswer: (answer: Answer) => void,
  pause: Pause = pauseByTimer,
  hear: Hear = hearOrders,
): () => void {
  const end = Date.now() + longest;
  let stop: (() => void) | undefined;
  let isOver = false;
  let isNews = false;
  /** Questions under way; the newest one says when the next is asked. */
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
        // What an older question hears late is only taken where it is the end.
        if (!isOver && (isDone || turn === newest)) onAnswer(answer);
        return isDone;
      },
      // A lost answer is asked for again; the page says all the while that it is waiting.
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
    deafen();
  }
  const deafen = hear(() => {
    if (isOver) return;
    isNews = true;
    // One that is under way may be waiting for the payment house, which takes seconds; a second one does not.
    if (open > 1) return;
    stop?.();
    void ask(0);
  });
  later(0);
  return over;
}

const waitingStates: ReadonlySet<string> = new Set(['pending']);

/** True while the provider has not said how it ended. */
export function isWaiting({ status }: Pick<PayStatus, 'status'>): boolean {
  return waitingStates.has(status);
}
