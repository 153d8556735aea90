/** Paying trades, and waiting for the answer. The server decides; what the address says is never believed. */
import { atom } from 'nanostores';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import type { PayPasswordWire, PayStatus, SetPayPasswordInput } from '#lib/contract/payments/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';
import { markStale } from '../../stale.ts';
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
 * Pays trades and goes where the answer leads: the provider's counter, or the done page. Rejects where the payment
 * password is asked for, or the one that was given is refused; everything else is told here.
 */
export async function payTrades(
  tradeNos: string[],
  { provider, fromBalance, password }: PayWay,
): Promise<void> {
  if ($paying.get() !== null) return;
  $paying.set(provider);
  try {
    const { pay_no, redirect } = await call(api.pay, {
      trade_no: tradeNos,
      provider,
      ...(fromBalance !== undefined && { balance_amount: fromBalance }),
      ...(password !== undefined && { pay_password: password }),
    });
    markStale();
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
}

function isAboutPassword(error: unknown, password: string | undefined): boolean {
  if (!(error instanceof AppError)) return false;
  return 'pay_password' in firstMessages(error.data) || (error.code === 429 && password !== undefined);
}

/** Sets the payment password, or another one. Rejects as `call` does. */
export function setPayPassword(values: SetPayPasswordInput): Promise<PayPasswordWire> {
  return call(api.setPayPassword, values);
}

/** Waits between the first questions, in milliseconds, and the one from there on. */
const waits = [1000, 1500, 2000, 3000];
const lastWait = 5000;
const longest = 5 * 60_000;

/** Does `work` after some milliseconds unless what it answers is called before. */
type Pause = (work: () => void, ms: number) => () => void;

function pauseByTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/**
 * Asks again until a payment is settled, more slowly each time, and hands each answer over. Gives up quietly after
 * five minutes: the page keeps its button. Answers a function that stops it.
 */
export function watchPayment(
  no: string,
  onAnswer: (status: PayStatus) => void,
  pause: Pause = pauseByTimer,
): () => void {
  const end = Date.now() + longest;
  let stop: (() => void) | undefined;
  let isOver = false;
  function later(at: number): void {
    if (isOver || Date.now() > end) return;
    stop = pause(() => void ask(at), waits[at] ?? lastWait);
  }
  async function ask(at: number): Promise<void> {
    try {
      const answer = await call(api.payment, { no });
      if (isOver) return;
      onAnswer(answer);
      if (isWaiting(answer)) later(at + 1);
    } catch {
      // A lost answer is asked for again; the page says all the while that it is waiting.
      later(at + 1);
    }
  }
  later(0);
  return () => {
    isOver = true;
    stop?.();
  };
}

const waitingStates: ReadonlySet<string> = new Set(['pending']);

/** True while the provider has not said how it ended. */
export function isWaiting({ status }: PayStatus): boolean {
  return waitingStates.has(status);
}
