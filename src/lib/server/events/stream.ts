/** `GET /api/events`: one open answer that tells a browser when to look again. */
import { AppError } from '#lib/contract/errors.ts';
import type { Bye, Hello, NewsKind, StreamSignal } from '#lib/contract/events/stream.ts';
import type { CallContext } from '../context.ts';
import { isStopping } from '../process/lifecycle.ts';
import { accountReader } from '../sessions/session.ts';
import { countListeners, join, maxListeners } from './hub.ts';

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

/**
 * News of the caller's company and of the caller, until either side ends it. Throws 503 while the process stops or has
 * too many streams. Of more than six streams of one user the oldest gives way.
 */
export async function openStream(
  { actor: { account }, headers: asked }: CallContext<'buyer'>,
  beatMs = everyMs,
): Promise<Response> {
  if (isStopping() || countListeners() >= maxListeners) throw new AppError(503);
  const { companyId, userId } = account;
  let leave = () => {};
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;

  function end(): void {
    isOver = true;
    clearInterval(timer);
    leave();
  }

  function write(event: NewsKind | StreamSignal, data: Hello | Bye | null): void {
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
    const current = await accountReader({ headers: asked, method: 'GET' })();
    if (current?.companyId !== companyId || current.userId !== userId) close(0);
  }

  async function beat(count: number): Promise<void> {
    if (count % beatsPerCheck === 0) await check();
    write('beat', null);
  }

  leave = await join({
    companyId,
    userId,
    hear: (kind) => write(kind, null),
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
