/** An open response that tells a browser when to refresh. */
import { AppError } from '#lib/contract/errors.ts';
import type {
  Bye,
  ChatNews,
  ChatSignal,
  DeskNewsKind,
  Hello,
  NewsKind,
  StreamSignal,
} from '#lib/contract/events/stream.ts';
import type { CallContext } from '../context.ts';
import { isStopping } from '../process/lifecycle.ts';
import { accountReader } from '../sessions/session.ts';
import { countListeners, join, type Listener, maxListeners } from './hub.ts';

/** Also keeps proxies from closing a silent connection. */
const everyMs = 20_000;
/** After this many beats the session is checked again: a person who was logged out or frozen gets no more news. */
const beatsPerCheck = 3;
/** After a feed could not be read. */
const feedMs = 5_000;
/** Most chunks that wait for a slow reader; above it the browser should reconnect. */
const maxWaiting = 64;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Some proxies buffer a response before they pass it on.
  'x-accel-buffering': 'no',
};

/** An event with a position: a browser that reconnects says the last one that it got. */
interface FedEvent {
  event: ChatSignal;
  data: ChatNews | null;
  id?: string;
}

/** What a stream carries besides its news: `send` writes events together; what is answered ends it. */
export type StreamFeed = (send: (events: readonly FedEvent[]) => void) => Promise<() => void>;

/** Whose news a stream sends. */
export interface Reception extends Pick<Listener, 'companyId' | 'userId' | 'isGuest' | 'deskOf'> {
  /** False once they may no longer receive news: checked every minute, and when sessions end. */
  mayReceive(): Promise<boolean>;
  /** Whether news of a kind are sent; all are by default. */
  isSent?(kind: NewsKind | DeskNewsKind): Promise<boolean>;
  feed?: StreamFeed | undefined;
}

/**
 * `GET /api/events`: news for the caller and the caller's company, until either side ends it. Throws 503 while the
 * process stops or has too many streams. Above six streams of one user the oldest is closed.
 */
export function openStream(
  { actor: { account }, headers: asked }: CallContext<'buyer'>,
  beatMs = everyMs,
  feed?: StreamFeed,
): Promise<Response> {
  const { companyId, userId } = account;
  async function mayReceive(): Promise<boolean> {
    const current = await accountReader({ headers: asked, method: 'GET' })();
    return current?.companyId === companyId && current.userId === userId;
  }
  return streamNews({ companyId, userId, mayReceive, feed }, beatMs);
}

/** The stream of the given {@link Hearing}. Throws 503 as {@link openStream}. */
export async function streamNews(
  { mayReceive, isSent, feed, ...whose }: Reception,
  beatMs = everyMs,
): Promise<Response> {
  if (isStopping() || countListeners() >= maxListeners) throw new AppError(503);
  let leave = () => {};
  let leaveFeed = () => {};
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;

  function end(): void {
    isOver = true;
    clearInterval(timer);
    leave();
    leaveFeed();
  }

  function write(event: NewsKind | DeskNewsKind | StreamSignal, data: Hello | Bye | null): void {
    put(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  function put(text: string): void {
    if (isOver || writer === undefined || text === '') return;
    if ((writer.desiredSize ?? 0) <= 0) finish();
    else writer.enqueue(encoder.encode(text));
  }

  /** Together: a replay is one chunk for a slow reader, however many events it has. */
  function send(events: readonly FedEvent[]): void {
    put(
      events
        .map(({ event, data, id }) => {
          const mark = id === undefined ? '' : `id: ${id}\n`;
          return `${mark}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
        })
        .join(''),
    );
  }

  /** A feed that cannot be read closes the stream: the browser reconnects and asks again. */
  async function openFeed(): Promise<void> {
    if (feed === undefined) return;
    const leaves = await feed(send);
    if (isOver) leaves();
    else leaveFeed = leaves;
  }

  function finish(): void {
    if (isOver) return;
    end();
    writer?.close();
  }

  function close(after: number): void {
    write('bye', { after });
    finish();
  }

  async function check(): Promise<void> {
    if (!(await mayReceive())) close(0);
  }

  async function receive(kind: NewsKind | DeskNewsKind): Promise<void> {
    if (isSent === undefined || (await isSent(kind))) write(kind, null);
  }

  async function beat(count: number): Promise<void> {
    if (count % beatsPerCheck === 0) await check();
    write('beat', null);
  }

  leave = await join({
    ...whose,
    receive: (kind) => void receive(kind).catch(() => undefined),
    check: () => void check().catch(() => undefined),
    close,
  });
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        writer = controller;
        write('hello', { beat: beatMs });
        let count = 0;
        // The database may be down for a moment; the next beat checks again.
        timer = setInterval(() => void beat(++count).catch(() => undefined), beatMs).unref();
        void openFeed().catch(() => close(feedMs));
      },
      cancel: end,
    },
    { highWaterMark: maxWaiting },
  );
  return new Response(body, { headers });
}

const encoder = new TextEncoder();
