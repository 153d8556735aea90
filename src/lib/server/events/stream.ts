/** One open answer that tells a browser when to look again. */
import { AppError } from '#lib/contract/errors.ts';
import type { Bye, DeskNewsKind, Hello, NewsKind, StreamSignal } from '#lib/contract/events/stream.ts';
import type { CallContext } from '../context.ts';
import { isStopping } from '../process/lifecycle.ts';
import { accountReader } from '../sessions/session.ts';
import { countListeners, join, type Listener, maxListeners } from './hub.ts';

/** Also keeps proxies from closing a silent connection. */
const everyMs = 20_000;
/** Every so many beats the session is looked up again: who was logged out or frozen hears no more. */
const beatsPerCheck = 3;
/** Chunks that may wait for a slow reader; then it is better off coming again. */
const maxWaiting = 64;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Some proxies collect an answer before they pass it on.
  'x-accel-buffering': 'no',
};

/** Whose news a stream tells. */
export interface Hearing extends Pick<Listener, 'companyId' | 'userId' | 'isGuest' | 'deskOf'> {
  /** False once they may not hear any more: asked every minute, and when sessions end. */
  mayHear(): Promise<boolean>;
  /** Whether news of a kind are told at all; without it they are. */
  isTold?(kind: NewsKind | DeskNewsKind): Promise<boolean>;
}

/**
 * `GET /api/events`: news of the caller's company and of the caller, until either side ends it. Throws 503 while the process
 * stops or has too many streams. Of more than six streams of one user the oldest gives way.
 */
export function openStream(
  { actor: { account }, headers: asked }: CallContext<'buyer'>,
  beatMs = everyMs,
): Promise<Response> {
  const { companyId, userId } = account;
  async function mayHear(): Promise<boolean> {
    const current = await accountReader({ headers: asked, method: 'GET' })();
    return current?.companyId === companyId && current.userId === userId;
  }
  return streamNews({ companyId, userId, mayHear }, beatMs);
}

/** The stream of whoever {@link Hearing} says. Throws 503 as {@link openStream}. */
export async function streamNews(
  { mayHear, isTold, ...whose }: Hearing,
  beatMs = everyMs,
): Promise<Response> {
  if (isStopping() || countListeners() >= maxListeners) throw new AppError(503);
  let leave = () => {};
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;

  function end(): void {
    isOver = true;
    clearInterval(timer);
    leave();
  }

  function write(event: NewsKind | DeskNewsKind | StreamSignal, data: Hello | Bye | null): void {
    if (isOver || writer === undefined) return;
    if ((writer.desiredSize ?? 0) <= 0) finish();
    else writer.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
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
    if (!(await mayHear())) close(0);
  }

  async function hear(kind: NewsKind | DeskNewsKind): Promise<void> {
    if (isTold === undefined || (await isTold(kind))) write(kind, null);
  }

  async function beat(count: number): Promise<void> {
    if (count % beatsPerCheck === 0) await check();
    write('beat', null);
  }

  leave = await join({
    ...whose,
    hear: (kind) => void hear(kind).catch(() => undefined),
    check: () => void check().catch(() => undefined),
    close,
  });
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        writer = controller;
        write('hello', { beat: beatMs });
        let count = 0;
        // The database may be away for a moment; the next beat asks again.
        timer = setInterval(() => void beat(++count).catch(() => undefined), beatMs).unref();
      },
      cancel: end,
    },
    { highWaterMark: maxWaiting },
  );
  return new Response(body, { headers });
}

const encoder = new TextEncoder();
