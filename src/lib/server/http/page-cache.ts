/** Answers public pages from the store, and fills it: of one page at most one rendering at a time in this process. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/contract/errors.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { setRemake } from '#lib/server/cache/purges.ts';
import { beginRendering, endRendering, isOutOfDate, type Rendering } from '#lib/server/cache/renderings.ts';
import {
  countWait,
  findOldPage,
  findPage,
  keepPage,
  renderNow,
  type StoredPage,
} from '#lib/server/cache/store.ts';
import { inTurn } from '#lib/server/shares/limits.ts';
import { type Answer, refusal, withHeaders } from './answer.ts';
import { cacheAddress, isOneOfFew } from './cache-address.ts';
import { pickEncoding } from './encoding.ts';
import { type Asked, type Render, senderOf } from './exchange.ts';
import { ownAnswer, pageAnswer, sharedPage } from './shared-page.ts';

/** The word for no compression in the address of a page. */
const plain = 'plain';
/** How long a page may take, and others wait for it; the database gives up before. */
const waitMs = 11_500;

/** What came of a rendering: bytes for everyone, an answer for who asked, nothing, or no turn for who asked. */
type Outcome = { page: StoredPage } | { own: Answer } | { error: unknown } | { refused: AppError };

interface Flight {
  rendering: Rendering;
  outcome: Promise<Outcome>;
}

const flights = new Map<string, Flight>();
/** Addresses whose answer was for one only: the next ones do not wait for each other. */
const alone = new LRUCache<string, true>({ max: 5_000, ttl: 5_000 });
/** Addresses that somebody has asked for without compression. */
const askedPlainly = new LRUCache<string, true>({ max: 5_000 });

/**
 * Stands before what makes an answer. A stored page is answered as it is. Of a page that is not stored one request has
 * it made from its name; the others wait and get the same bytes, unless a purge came between its beginning and their
 * asking: then it is made anew. What the page allows (`Astro.cache.set`) and nothing has purged meanwhile is kept.
 */
export function pageCache(render: Render): (asked: Asked) => Answer | Promise<Answer> {
  setRemake((address) => makeAnew(address, render));
  return (asked) => {
    const isRead = asked.method === 'GET' || asked.method === 'HEAD';
    const name = isRead ? cacheAddress(asked.url) : undefined;
    if (name === undefined) return renderAlone(asked, render);
    const address = `${pickEncoding(asked.headers['accept-encoding']) ?? plain} ${name}`;
    const page = findPage(address);
    return page ? pageAnswer(asked, page, 'hit') : answerMiss(asked, address, name, render);
  };
}

async function answerMiss(asked: Asked, address: string, name: string, render: Render): Promise<Answer> {
  const end = Date.now() + waitMs;
  while (!alone.has(address)) {
    const flight = flights.get(address);
    if (flight === undefined) {
      const outcome = await lead(asked, address, name, render);
      // It was made for nobody: a page for one, a redirect, a refusal. Made again with all that the request brought.
      if (isForOne(outcome)) {
        dropBody(outcome);
        break;
      }
      return answerFor(asked, outcome);
    }
    const before = flight.rendering.purges.length;
    const outcome = await within(flight.outcome, end - Date.now());
    if (outcome === undefined || isFailure(outcome)) return refusal(asked, 503, '系统繁忙，请稍候再试');
    if ('refused' in outcome) continue;
    if ('own' in outcome) break;
    if (isOutOfDate(flight.rendering, outcome.page.tags, before)) continue;
    countWait();
    return pageAnswer(asked, outcome.page, 'wait');
  }
  return renderAlone(asked, render);
}

/** Has the page made for everyone who waits for it; it is made to its end even when its first reader goes away. */
async function lead(asked: Asked, address: string, name: string, render: Render): Promise<Outcome> {
  const rendering = beginRendering();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  flights.set(address, { rendering, outcome: promise });
  let outcome: Outcome;
  try {
    const make = () => {
      renderNow(rendering);
      return renderNamed(asked, name, render);
    };
    // The few pages that everybody reads wait behind nothing: each is made once a purge at most.
    const answer = await (isOneOfFew(name) ? make() : inTurn('page', senderOf(asked), make));
    const page = await sharedPage(answer);
    outcome = page ? { page } : { own: answer };
    if (page === undefined) {
      if (!isFailure(outcome)) alone.set(address, true);
    } else if (isOneOfFew(name) || isWorthKeeping(address)) keepPage(address, page, rendering);
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

/**
 * Browsers take pages compressed. As it is a page takes ten times the memory, and who asks like that most often reads
 * every page once: but for the few pages that are always kept, it is kept when it is asked for again.
 */
function isWorthKeeping(address: string): boolean {
  if (!address.startsWith(`${plain} `) || askedPlainly.has(address)) return true;
  askedPlainly.set(address, true);
  return false;
}

/** Makes a stored page anew without anybody who asks for it. */
async function makeAnew(address: string, render: Render): Promise<void> {
  for (let flight = flights.get(address); flight; flight = flights.get(address)) await flight.outcome;
  const [encoding = '', name = ''] = address.split(' ', 2);
  const asked = neutral(name, encoding, randomUUID());
  dropBody(await lead(asked, address, name, render));
}

function dropBody(outcome: Outcome): void {
  if ('own' in outcome && outcome.own.body instanceof Readable) outcome.own.body.destroy();
}

/** A page is asked for by its name alone: nothing of who reads it first may come to stand on what all others get. */
function neutral(name: string, encoding: string, id: string): Asked {
  return {
    method: 'GET',
    url: name,
    headers: { host: 'localhost', 'accept-encoding': encoding },
    id,
    address: 'this process',
    path: decodeURIComponent(name.split('?', 1)[0] ?? ''),
    isCall: false,
  };
}

async function renderNamed(asked: Asked, name: string, render: Render): Promise<Answer> {
  const encoding = pickEncoding(asked.headers['accept-encoding']) ?? '';
  const answer = await within(render(neutral(name, encoding, asked.id)), waitMs);
  // An answer that does not come would keep the page from everyone for good.
  if (answer === undefined) throw new Error('the page had no end');
  return answer;
}

/** An answer that is not to be shared: only a page of status 200 may allow it. A failure is one for everybody. */
function isForOne(outcome: Outcome): boolean {
  return 'own' in outcome && !isFailure(outcome);
}

/** Who waited for it is told to come back: asking all over again would only be more of what failed. */
function isFailure(outcome: Outcome): outcome is { error: unknown } | { own: Answer } {
  return 'error' in outcome || ('own' in outcome && outcome.own.status >= 500);
}

function answerFor(asked: Asked, outcome: Outcome): Answer {
  if ('error' in outcome) throw outcome.error;
  if ('refused' in outcome) return tooOften(asked, outcome.refused);
  if ('page' in outcome) return pageAnswer(asked, outcome.page, 'miss');
  return ownAnswer(outcome.own);
}

/** An answer for one: nothing of it is kept. Pages take their turn; calls and pictures have shares of their own. */
async function renderAlone(asked: Asked, render: Render): Promise<Answer> {
  const { isCall, path = '' } = asked;
  const make = async () => ownAnswer(await render(asked));
  if (isCall || path.startsWith('/img/')) return make();
  try {
    return await inTurn('page', senderOf(asked), make);
  } catch (error) {
    if (!isTooOften(error)) throw error;
    return tooOften(asked, error);
  }
}

function isTooOften(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 429;
}

function tooOften(asked: Asked, { message, data }: AppError): Answer {
  return withHeaders(refusal(asked, 429, message), { 'retry-after': String(fieldOf(data, 'retry_after')) });
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
