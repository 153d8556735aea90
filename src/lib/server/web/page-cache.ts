/** Serves public pages from the store, and fills it: at most one rendering per page at a time in this process. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/contract/errors.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { inTurn } from '#lib/server/core/rate-limits.ts';
import { setRemake } from '#lib/server/web/cache/purges.ts';
import {
  beginRendering,
  endRendering,
  isOutOfDate,
  type Rendering,
} from '#lib/server/web/cache/renderings.ts';
import {
  countWait,
  findOldPage,
  findPage,
  renderNow,
  type StoredPage,
  storePage,
} from '#lib/server/web/cache/store.ts';
import { type Answer, refusal, withHeaders } from './answer.ts';
import { cacheAddress, isOneOfFew } from './cache-address.ts';
import { pickEncoding } from './encoding.ts';
import { type Asked, type Render, senderOf } from './exchange.ts';
import { ownAnswer, pageAnswer, sharedPage } from './shared-page.ts';

/** The name of "no compression" in the address of a page. */
const plain = 'plain';
/** How long a rendering may take and others wait for it; the database gives up earlier. */
const waitMs = 11_500;

/**
 * Result of a rendering: bytes for everyone, a response for the caller only, an error, or no free slot for the caller.
 */
type Outcome = { page: StoredPage } | { own: Answer } | { error: unknown } | { refused: AppError };

interface Flight {
  rendering: Rendering;
  outcome: Promise<Outcome>;
}

const flights = new Map<string, Flight>();
/** Addresses whose response was private: the next requests do not wait for each other. */
const alone = new LRUCache<string, true>({ max: 5_000, ttl: 5_000 });
/** Addresses that were requested without compression. */
const askedPlainly = new LRUCache<string, true>({ max: 5_000 });

/**
 * Wraps the renderer. A stored page is served as it is. For a page that is not stored, one request starts a rendering
 * from the page's name; the others wait and get the same bytes, unless a purge came between its start and their
 * request: then it is rendered again. The page is stored if it allows that (`Astro.cache.set`) and was not purged
 * meanwhile.
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
      // The rendering had no caller, but the response is private: a personal page, a redirect, a refusal. It is made
      // again with the whole request.
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

/** Renders the page for all waiting requests; the rendering is completed even when its first reader leaves. */
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
    // The few pages that everyone reads skip the queue: each is rendered once a purge at most.
    const answer = await (isOneOfFew(name) ? make() : inTurn('page', senderOf(asked), make));
    const page = await sharedPage(answer);
    outcome = page ? { page } : { own: answer };
    if (page === undefined) {
      if (!isFailure(outcome)) alone.set(address, true);
    } else if (isOneOfFew(name) || isWorthKeeping(address)) storePage(address, page, rendering);
  } catch (error) {
    outcome = isTooOften(error) ? { refused: error } : { error };
  }
  // A page of a minute ago is better than none; purged pages are gone already.
  const old = isFailure(outcome) ? findOldPage(address) : undefined;
  if (old !== undefined) outcome = { page: old };
  flights.delete(address);
  endRendering(rendering);
  resolve(outcome);
  return outcome;
}

/**
 * Browsers take compressed pages. An uncompressed page takes ten times the memory, and clients that request it mostly
 * read every page once. So it is stored at its second request only, except for the few pages that are always stored.
 */
function isWorthKeeping(address: string): boolean {
  if (!address.startsWith(`${plain} `) || askedPlainly.has(address)) return true;
  askedPlainly.set(address, true);
  return false;
}

/** Renders a stored page again without a request for it. */
async function makeAnew(address: string, render: Render): Promise<void> {
  for (let flight = flights.get(address); flight; flight = flights.get(address)) await flight.outcome;
  const [encoding = '', name = ''] = address.split(' ', 2);
  const asked = neutral(name, encoding, randomUUID());
  dropBody(await lead(asked, address, name, render));
}

function dropBody(outcome: Outcome): void {
  if ('own' in outcome && outcome.own.body instanceof Readable) outcome.own.body.destroy();
}

/** A page is requested by its name alone: nothing of its first reader may appear on the page that everyone gets. */
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
  // A rendering that never ends would block the page for everyone.
  if (answer === undefined) throw new Error('the page had no end');
  return answer;
}

/** A response that must not be shared: only a page of status 200 may allow it. A failure is the same for everyone. */
function isForOne(outcome: Outcome): boolean {
  return 'own' in outcome && !isFailure(outcome);
}

/** Waiting requests are answered with "try again later": starting over would only add load to what failed. */
function isFailure(outcome: Outcome): outcome is { error: unknown } | { own: Answer } {
  return 'error' in outcome || ('own' in outcome && outcome.own.status >= 500);
}

function answerFor(asked: Asked, outcome: Outcome): Answer {
  if ('error' in outcome) throw outcome.error;
  if ('refused' in outcome) return tooOften(asked, outcome.refused);
  if ('page' in outcome) return pageAnswer(asked, outcome.page, 'miss');
  return ownAnswer(outcome.own);
}

/** Playlists and segments of live rooms: every viewer asks for some each second. */
const liveFiles = /^\/live\/\d+\/[^/]+$/;

/**
 * A private response, never stored. Pages wait in a queue, files of live rooms in another; calls and pictures have
 * shares of their own.
 */
async function renderAlone(asked: Asked, render: Render): Promise<Answer> {
  const { isCall, path = '' } = asked;
  const make = async () => ownAnswer(await render(asked));
  if (isCall || path.startsWith('/img/')) return make();
  try {
    return await inTurn(liveFiles.test(path) ? 'live' : 'page', senderOf(asked), make);
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

/** The result of a promise, or undefined when it takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, Math.max(0, ms));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
