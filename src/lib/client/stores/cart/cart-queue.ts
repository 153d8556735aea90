/** Adding to the cart: a queue in the browser, so that no quick click is lost. */

import { api } from '#lib/contract/api.ts';
import type { AddedToCart } from '#lib/contract/cart/calls.ts';
import type { AddToCartInput } from '#lib/contract/cart/inputs.ts';
import { maxFormLines } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { call, sendLast } from '../../api.ts';
import { showToast } from '../shell/toasts.ts';
import { $cartAction, $cartNumbers, $cartTotal } from './cart-total.ts';

type Lines = AddToCartInput['lines'];

interface Waiting {
  lines: Lines;
  /** Its answer, which a second press of the same button shares. */
  done: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const waiting: Waiting[] = [];
/** Everything without a response yet: waiting, and in progress. */
const unanswered = new Set<Waiting>();
let isSending = false;
let isGoing = false;
let hasLeft = false;

/** Most milliseconds between the abort of a page's requests and its `pagehide`. */
const leavingTime = 500;

/**
 * Adds lines after those in progress, and updates badge and numbers; lines that could not be added of several are
 * reported. Rejects with AppError when none could: 404, 411 with a next step {link, text}, 403 限购 with a flag, 422.
 * Waiting lines are sent when the page is left. The same press again before its answer is one press: a double click adds
 * once, a press after the answer adds more.
 */
export function addToCart(lines: Lines): Promise<void> {
  const key = JSON.stringify(lines);
  for (const one of unanswered) if (JSON.stringify(one.lines) === key) return one.done;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const one: Waiting = {
    lines,
    done: promise,
    resolve: () => {
      unanswered.delete(one);
      resolve();
    },
    reject: (error) => {
      unanswered.delete(one);
      reject(error);
    },
  };
  unanswered.add(one);
  waiting.push(one);
  if (!isSending) void sendAll();
  else if (isGoing) sendRest();
  return promise;
}

/** Pieces of an item in the cart, as far as this page knows, including those being added. */
export function piecesInCart({ id, cart_num }: Pick<Offer, 'id' | 'cart_num'>): number {
  let pieces = $cartNumbers.get()[id] ?? cart_num;
  for (const { lines } of unanswered)
    for (const { goods_id, number } of lines) if (goods_id === id) pieces += number ?? 0;
  return pieces;
}

async function sendAll(): Promise<void> {
  isSending = true;
  isGoing = false;
  hasLeft = false;
  // Some phones fire only the second event.
  addEventListener('beforeunload', go);
  addEventListener('pagehide', leave);
  while (waiting.length > 0) {
    const batch = takeBatch();
    if (batch.length > 1) await sendTogether(batch);
    else if (batch[0]) await sendOne(batch[0]);
  }
  removeEventListener('beforeunload', go);
  removeEventListener('pagehide', leave);
  isSending = false;
}

/** Waiting lines go in one form; lines without a number of their own go alone, because they cannot be summed up. */
function takeBatch(): Waiting[] {
  let lines = 0;
  const [first] = waiting;
  const isAlone = first !== undefined && !isSummable(first);
  const end = waiting.findIndex((one, at) => {
    lines += one.lines.length;
    return at > 0 && (isAlone || lines > maxFormLines || !isSummable(one));
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

function isSummable({ lines }: Waiting): boolean {
  return lines.every(({ number }) => number !== undefined);
}

async function sendOne(one: Waiting): Promise<void> {
  try {
    take(await send(one.lines));
    one.resolve();
  } catch (error) {
    await endAll([one], error);
  }
}

async function endAll(unsettled: Waiting[], error: unknown): Promise<void> {
  const isGone = await isLeaving(error);
  for (const { resolve, reject } of unsettled) {
    if (isGone) resolve();
    else reject(error);
  }
}

/**
 * Whether a request ended without a response because the page goes away. The browser aborts requests shortly before
 * `pagehide`, and mostly also those sent in between: the rest waits for that event. What was sent still arrives, only
 * its response is lost.
 */
async function isLeaving(error: unknown): Promise<boolean> {
  if (error instanceof AppError) return false;
  if (!hasLeft) await new Promise((resolve) => setTimeout(resolve, leavingTime));
  return hasLeft;
}

/** Clicks sent in one form. If their sum is refused, they are sent one by one, because each may be possible. */
async function sendTogether(batch: Waiting[]): Promise<void> {
  let again = batch;
  try {
    const answer = await send(batch.flatMap(({ lines }) => lines));
    const refused = new Set(answer.refused.map(({ goods_id }) => goods_id));
    const isRefused = ({ lines }: Waiting) => lines.some((line) => refused.has(line.goods_id ?? null));
    take({ ...answer, refused: [] });
    again = batch.filter(isRefused);
    for (const one of batch) if (!isRefused(one)) one.resolve();
  } catch (error) {
    if (!(error instanceof AppError)) return endAll(batch, error);
  }
  for (const one of again) await sendOne(one);
}

function send(lines: Lines): Promise<AddedToCart> {
  // A request that outlives its page may carry 64 KB; so long a form is not a quick click.
  return call(api.addToCart, { lines }, { keepalive: lines.length <= 100 });
}

/** Sends the waiting lines in one form, in parallel to requests in progress: the page may be gone before their turn. */
function sendRest(): void {
  const rest = waiting.splice(0);
  if (rest.length === 0) return;
  sendLast(api.addToCart, { lines: rest.flatMap(({ lines }) => lines) }).then(
    (answer) => {
      // Not every navigation leads to another page: a file is downloaded, and this page stays.
      take(answer);
      for (const { resolve } of rest) resolve();
    },
    (error: unknown) => endAll(rest, error),
  );
}

/** A navigation has begun: nothing waits any longer. */
function go(): void {
  isGoing = true;
  sendRest();
}

function leave(): void {
  hasLeft = true;
  // The page may be restored from the browser's cache.
  $cartAction.set(true);
  sendRest();
}

function take({ total, added, refused }: AddedToCart): void {
  $cartTotal.set(total);
  $cartAction.set(true);
  for (const { goods_id, number } of added)
    if (goods_id !== null) $cartNumbers.setKey(String(goods_id), number);
  if (refused.length > 0)
    showToast('warning', `${refused.length}种商品未加入购物车：${refused[0]?.reason ?? ''}`);
}
