/** Adding to the cart: a queue in the browser, so that any number of quick clicks loses nothing. */

import type { AddToCartInput } from '#lib/contract/cart/inputs.ts';
import type { AddedToCart } from '#lib/contract/cart/schema.ts';
import { maxFormLines } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { Offer } from '#lib/contract/offers/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { call, sendLast } from '../../api.ts';
import { showToast } from '../shell/toasts.ts';
import { $cartAction, $cartNumbers, $cartTotal } from './cart-total.ts';

type Lines = AddToCartInput['lines'];

interface Waiting {
  lines: Lines;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const waiting: Waiting[] = [];
/** Everything the server has not answered yet: what waits, and what is on its way. */
const unanswered = new Set<Waiting>();
let isSending = false;
let isGoing = false;
let hasLeft = false;

/** Milliseconds between the end of what a page has on its way and its `pagehide`, at the most. */
const leavingTime = 500;

/**
 * Adds lines behind those that are on their way, and brings badge and numbers up to date; what could not be added of
 * several is told. Rejects with AppError when nothing could: 404, 411 with a next step {link, text}, 403 限购 with a flag,
 * 422. A page that goes away takes nothing with it: what still waits is sent as it leaves.
 */
export function addToCart(lines: Lines): Promise<void> {
  return new Promise((resolve, reject) => {
    const one: Waiting = {
      lines,
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
  });
}

/** Pieces of a goods in the cart, as far as this page knows, with those that are on their way there. */
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
  // Some phones know the second event only.
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

/** What waited meanwhile goes in one form; lines without a number of their own go alone, they cannot be summed up. */
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

async function endAll(unheard: Waiting[], error: unknown): Promise<void> {
  const isGone = await isLeaving(error);
  for (const { resolve, reject } of unheard) {
    if (isGone) resolve();
    else reject(error);
  }
}

/**
 * Whether a request ended without an answer because the page goes away. The browser drops what is on its way a moment
 * before `pagehide`, and mostly also what is sent in between: the rest waits for that event. What was sent arrives all
 * the same, only the answer is not heard.
 */
async function isLeaving(error: unknown): Promise<boolean> {
  if (error instanceof AppError) return false;
  if (!hasLeft) await new Promise((resolve) => setTimeout(resolve, leavingTime));
  return hasLeft;
}

/** Presses sent in one form. Where their sum is refused, one after the other is asked for, as each may be had. */
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
  // A request that lives longer than its page may carry 64 KB; so long a form is no quick click.
  return call(api.addToCart, { lines }, { keepalive: lines.length <= 100 });
}

/** What waits goes beside what is on its way, in one form: the page may be gone before its turn would come. */
function sendRest(): void {
  const rest = waiting.splice(0);
  if (rest.length === 0) return;
  sendLast(api.addToCart, { lines: rest.flatMap(({ lines }) => lines) }).then(
    (answer) => {
      // Not every way that begins leads to another page: a file is saved, and this one stays.
      take(answer);
      for (const { resolve } of rest) resolve();
    },
    (error: unknown) => endAll(rest, error),
  );
}

/** The way to another page has begun: nothing waits for its turn any more. */
function go(): void {
  isGoing = true;
  sendRest();
}

function leave(): void {
  hasLeft = true;
  // The page may come back out of the browser's cache.
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
