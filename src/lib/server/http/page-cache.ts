/** Answers public pages from the store, and fills it: of one page at most one rendering at a time in this process. */
import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/contract/errors.ts';
import {
  beginRendering,
  countWait,
  endRendering,
  findOldPage,
  findPage,
  isOutOfDate,
  keepPage,
  type Rendering,
  renderNow,
  type StoredPage,
  setRemake,
} from '#lib/server/cache/page-cache.ts';
import { inTurn } from '#lib/server/shares/limits.ts';
import { sendRefusal } from './answer.ts';
import { cacheAddress, isOneOfFew } from './cache-address.ts';
import { type Captured, CapturedResponse } from './captured-response.ts';
import { pickEncoding } from './encoding.ts';
import { type Exchange, type Step, walkSteps } from './exchange.ts';
import { beforeHead } from './head.ts';
import { removeControl, sendOwn, sendPage, sharedPage } from './shared-page.ts';

/** How long a page may take, and others wait for it; the database gives up before. */
const waitMs = 11_500;

/** What came of a rendering: bytes for everyone, an answer for who asked, nothing, or no turn for who asked. */
type Outcome = { page: StoredPage } | { own: Captured } | { error: unknown } | { refused: AppError };

interface Flight {
  rendering: Rendering;
  outcome: Promise<Outcome>;
}

const flights = new Map<string, Flight>();
/** Addresses whose answer was for one only: the next ones do not wait for each other. */
const alone = new LRUCache<string, true>({ max: 5_000, ttl: 5_000 });

/**
 * Stands before the steps that make an answer. A stored page is answered as it is. Of a page that is not stored one
 * request has it made from its name; the others wait and get the same bytes, unless a purge came between its beginning
 * and their asking: then it is made anew. What the page allows (`Astro.cache.set`) and nothing has purged meanwhile is
 * kept.
 */
export function pageCache(rest: readonly Step[]): Step {
  setRemake((address) => makeAnew(address, rest));
  return (exchange) => {
    const { req } = exchange;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const name = isRead ? cacheAddress(req.url ?? '') : undefined;
    if (name === undefined) return renderAlone(exchange, rest);
    const address = `${pickEncoding(req.headers['accept-encoding']) ?? 'plain'} ${name}`;
    const page = findPage(address);
    if (page === undefined) return answerMiss(exchange, address, name, rest);
    sendPage(exchange, page, 'hit');
    return true;
  };
}

async function answerMiss(
  exchange: Exchange,
  address: string,
  name: string,
  rest: readonly Step[],
): Promise<boolean> {
  const end = Date.now() + waitMs;
  while (!alone.has(address)) {
    const flight = flights.get(address);
    if (flight === undefined) {
      sendOutcome(exchange, await lead(exchange, address, name, rest));
      return true;
    }
    const before = flight.rendering.purges.length;
    const outcome = await within(flight.outcome, end - Date.now());
    if (outcome === undefined || isFailure(outcome)) {
      sendRefusal(exchange, 503, '系统繁忙，请稍候再试');
      return true;
    }
    if ('refused' in outcome) continue;
    if ('own' in outcome) break;
    if (isOutOfDate(flight.rendering, outcome.page.tags, before)) continue;
    countWait();
    sendPage(exchange, outcome.page, 'wait');
    return true;
  }
  return renderAlone(exchange, rest);
}

/** Has the page made for everyone who waits for it; it is made to its end even when its first reader goes away. */
async function lead(
  exchange: Exchange,
  address: string,
  name: string,
  rest: readonly Step[],
): Promise<Outcome> {
  const rendering = beginRendering();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  flights.set(address, { rendering, outcome: promise });
  let outcome: Outcome;
  try {
    const make = () => {
      renderNow(rendering);
      return render(exchange, name, rest);
    };
    // The few pages that everybody reads wait behind nothing: each is made once a purge at most.
    const answer = await (isOneOfFew(name) ? make() : inTurn('page', exchange.address, make));
    const page = sharedPage(answer);
    outcome = page ? { page } : { own: answer };
    if (page) keepPage(address, page, rendering);
    else if (!isFailure(outcome)) alone.set(address, true);
  } catch (error) {
    outcome = isTooOften(error) ? { refused: error } : { error };
  }
  // A page of a minute ago is better than none; what has been purged since is not there any more.
  const old = isFailure(outcome) ? findOldPage(address) : undefined;
  if (old !== undefined) outcome = { page: old };
  flights.delete(address);
  endRendering(rendering);
  resolve(outcome);
  return outcome;
}

/** Makes a stored page anew without anybody who asks for it. */
async function makeAnew(address: string, rest: readonly Step[]): Promise<void> {
  for (let flight = flights.get(address); flight; flight = flights.get(address)) await flight.outcome;
  const [encoding = '', name = ''] = address.split(' ', 2);
  const req = new IncomingMessage(new Socket());
  const id = randomUUID();
  // Like prepare() in server.ts: Astro hands on what stands here where it gives no locals.
  req.headers = { host: 'localhost', 'accept-encoding': encoding, 'x-request-id': id };
  const path = decodeURIComponent(name.split('?', 1)[0] ?? '');
  const res = new CapturedResponse(req);
  await lead({ req, res, id, address: 'this process', path, isCall: false }, address, name, rest);
}

async function render(exchange: Exchange, name: string, rest: readonly Step[]): Promise<Captured> {
  const { req } = exchange;
  const { url, method } = req;
  const res = new CapturedResponse(req);
  Object.assign(req, { url: name, method: 'GET' });
  try {
    const answer = await within(
      walkSteps(rest, { ...exchange, res }).then(() => res.done),
      waitMs,
    );
    // An answer that nobody ends would keep the page from everyone for good.
    if (answer === undefined) throw new Error('the page had no end');
    return answer;
  } finally {
    Object.assign(req, { url, method });
  }
}

/** Who waited for it is told to come back: asking all over again would only be more of what failed. */
function isFailure(outcome: Outcome): outcome is { error: unknown } | { own: Captured } {
  return 'error' in outcome || ('own' in outcome && outcome.own.status >= 500);
}

function sendOutcome(exchange: Exchange, outcome: Outcome): void {
  if ('error' in outcome) throw outcome.error;
  if ('refused' in outcome) sendTooOften(exchange, outcome.refused);
  else if ('page' in outcome) sendPage(exchange, outcome.page, 'miss');
  else sendOwn(exchange, outcome.own);
}

/** An answer for one: nothing of it is kept. Pages take their turn; calls and pictures have shares of their own. */
async function renderAlone(exchange: Exchange, rest: readonly Step[]): Promise<boolean> {
  const { req, res, isCall, path = '' } = exchange;
  beforeHead(res, () => removeControl(res));
  const make = () => walkSteps(rest, exchange);
  if (isCall || path.startsWith('/img/') || (req.method !== 'GET' && req.method !== 'HEAD')) return make();
  try {
    return await inTurn('page', exchange.address, make);
  } catch (error) {
    if (!isTooOften(error)) throw error;
    sendTooOften(exchange, error);
    return true;
  }
}

function isTooOften(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 429;
}

function sendTooOften(exchange: Exchange, { message, data }: AppError): void {
  const { retry_after: seconds } = data as { retry_after: number };
  exchange.res.setHeader('Retry-After', String(seconds));
  sendRefusal(exchange, 429, message);
}

/** What a promise brings, or undefined when it takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, Math.max(0, ms));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
