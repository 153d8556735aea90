/**
 * Live chat of this process: one follower of the events for all streams. A stream first subscribes, then reads the events
 * that it has missed, then follows. It may be sent an event twice, and misses none.
 */
import type { ChatNews } from '#lib/contract/events/stream.ts';
import { subscribe } from '../core/bus/bus.ts';
import type { ChatSign } from '../core/bus/channels.ts';
import type { StreamFeed } from '../core/events/stream.ts';
import { Follower } from '../core/journal/follower.ts';
import { type Bookmark, bookmarkText, findBookmark } from '../core/journal/position.ts';
import { isAhead, type Position, readHorizon } from '../core/journal/rows.ts';
import { currentTime } from '../core/process/clock.ts';
import { onShutdown } from '../core/process/lifecycle.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import { type Audience, type EventRow, readEvents } from './event-rows.ts';

/** For wake-ups that were lost. */
const pollMs = 30_000;
const pageSize = 500;
/** Events that a browser is sent after a loss; more are `chat_reload`. */
const mostReplayed = 500;
/** Events are deleted after three days (core/jobs/purge-rows): an older bookmark may have missed some. */
const bookmarkMs = 2.5 * 86_400_000;

interface Listener {
  audience: Audience;
  /** Author of signs that it is not sent. */
  by: string;
  send: (news: ChatNews, position: Position | null) => void;
}

interface Feed {
  follower: Follower<EventRow>;
  end: () => Promise<void>;
}

const listeners = new Set<Listener>();
let feed: Promise<Feed> | undefined;

function isFor(
  audience: Audience,
  to: { companyId: number; merchantId: number | null; isEscalated: boolean },
) {
  if ('companyId' in audience) return audience.companyId === to.companyId;
  if (audience.merchantId === null) return to.merchantId === null || to.isEscalated;
  return audience.merchantId === to.merchantId;
}

function newsOf({ talk_id: talk, what, seq, side }: EventRow): ChatNews {
  return { talk, what, seq, side, name: '' };
}

function pass(row: EventRow, position: Position): void {
  const { company_id: companyId, merchant_id: merchantId, is_escalated: isEscalated } = row;
  for (const { audience, send } of listeners)
    if (isFor(audience, { companyId, merchantId, isEscalated })) send(newsOf(row), position);
}

function passSigns(signs: readonly ChatSign[] | 'all'): void {
  if (signs === 'all') return;
  for (const { talk, what, seq, side, name, by, ...to } of signs)
    for (const listener of listeners)
      if (listener.by !== by && isFor(listener.audience, to))
        listener.send({ talk, what, seq, side, name }, null);
}

async function start(db: Db): Promise<Feed> {
  // The connection listens before the horizon is read: nothing is between the two.
  let wake = () => {};
  const stop = await subscribe({
    on: { chat_events: () => wake(), chat_signs: passSigns },
    onGap: () => wake(),
  });
  const follower: Follower<EventRow> = new Follower(await readHorizon(db), {
    read: (after) => readEvents(db, after, pageSize),
    pageSize,
    pass: (row) => pass(row, follower.position),
  });
  wake = () =>
    void follower
      .catchUp()
      .catch((error: unknown) => log().warn({ err: error }, 'the events of chat could not be read'));
  wake();
  const timer = setInterval(wake, pollMs).unref();
  return {
    follower,
    end: async () => {
      clearInterval(timer);
      await stop();
    },
  };
}

/** The follower of this process, started by the first stream. Rejects when the database cannot be listened to. */
function open(db: Db): Promise<Feed> {
  if (feed === undefined) {
    onShutdown('live chat', 'streams', closeChatFeed);
    const opened = start(db);
    feed = opened;
    opened.catch(() => {
      if (feed === opened) feed = undefined;
    });
  }
  return feed;
}

/** Ends the follower: the process ends, or a test. */
export async function closeChatFeed(): Promise<void> {
  const open = feed;
  feed = undefined;
  listeners.clear();
  const opened = await open?.catch(() => undefined);
  await opened?.end();
}

/**
 * The chat of a stream, for `openStream`. `after` is the bookmark of the browser: the header Last-Event-ID, or the
 * parameter `after` of the address; empty for none.
 */
export function chatFeed(db: Db, audience: Audience, by: string, after: string): StreamFeed {
  return async (send) => {
    const { follower } = await open(db);
    const mark = (position: Position) => bookmarkText({ ...position, at: currentTime().getTime() });
    let waiting: [ChatNews, Position | null][] | undefined = [];
    const listener: Listener = {
      audience,
      by,
      send: (news, position) => {
        if (waiting !== undefined) waiting.push([news, position]);
        else send([{ event: 'chat', data: news, ...(position !== null && { id: mark(position) }) }]);
      },
    };
    listeners.add(listener);
    try {
      const here = follower.position;
      const missed = await readMissed(db, audience, after);
      if (missed === 'reload') send([{ event: 'chat_reload', data: null, id: mark(here) }]);
      else send([{ event: 'chat_here', data: null, id: mark(here) }, ...replayOf(missed, here, mark)]);
    } catch (error) {
      listeners.delete(listener);
      throw error;
    }
    const behind = waiting;
    waiting = undefined;
    for (const [news, position] of behind) listener.send(news, position);
    return () => void listeners.delete(listener);
  };
}

function replayOf(missed: readonly EventRow[], here: Position, mark: (position: Position) => string) {
  let settled: Position | undefined;
  return missed.map((row) => {
    if (row.is_settled) settled = { xid: row.xid, id: row.id };
    return { event: 'chat' as const, data: newsOf(row), id: mark(settled ?? here) };
  });
}

/** What an audience has missed since its bookmark; nothing without one. */
async function readMissed(db: Db, audience: Audience, after: string): Promise<EventRow[] | 'reload'> {
  if (after === '') return [];
  const bookmark = findBookmark(after);
  if (bookmark === null || isOld(bookmark) || (await isAhead(db, bookmark))) return 'reload';
  const rows = await readEvents(db, bookmark, mostReplayed + 1, audience);
  return rows.length > mostReplayed ? 'reload' : rows;
}

function isOld({ at }: Bookmark): boolean {
  return currentTime().getTime() - at > bookmarkMs;
}
