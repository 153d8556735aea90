/**
 * Messages that are being sent: 待发 in the browser's shelf until the server has answered, 失败 where it refused. One tab at a
 * time (Web Locks) sends them in their order, each under its own id: the server stores each id once.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { ChatMessage } from '#lib/contract/chat/schema.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { CancelledError } from '../../api.ts';
import { newKey } from '../../key.ts';
import type { Shelf, Waiting } from './outbox-shelf.ts';
import type { SideCalls } from './side.ts';

/** The content of a message. */
export interface Draft {
  text: string;
  files?: readonly File[];
  card?: Waiting['card'];
  quote?: Waiting['quote'];
}

/** The share of a file that is sent, from 0 to 1. */
export interface Sending {
  no: number;
  fraction: number;
}

export interface Outbox {
  /** Those of the account, in the order of sending. */
  $waiting: ReadableAtom<readonly Waiting[]>;
  $sending: ReadableAtom<Sending | null>;
  /** Puts a message on the shelf and begins to send it; resolves when it is on the shelf. */
  add: (talk: number, draft: Draft) => Promise<void>;
  /** Sends a refused one again. */
  retry: (no: number) => Promise<void>;
  drop: (no: number) => Promise<void>;
  /** Calls `handler` with each message that this tab has sent. The returned function ends it. */
  onSent: (handler: (talk: number, message: ChatMessage) => Promise<void> | void) => () => void;
  close: () => void;
}

interface Options {
  side: Pick<SideCalls, 'send' | 'upload'>;
  /** The author, `buyer:demo`. */
  account: string;
  shelf: Shelf;
  /** Milliseconds before the try after so many failures. */
  delay?: (failures: number) => number;
}

type Outcome = 'sent' | 'refused' | 'later' | 'logged out';

/** Failures of the server itself after which a message counts as refused. */
const mostFailures = 5;
const defaultDelay = (failures: number) => Math.min(30_000, 1_000 * 2 ** failures);

/** Opens the outbox of an account. Messages that are on the shelf already are sent at once. */
export function openOutbox({ side, account, shelf, delay = defaultDelay }: Options): Outbox {
  const $waiting = atom<readonly Waiting[]>([]);
  const $sending = atom<Sending | null>(null);
  const handlers = new Set<Parameters<Outbox['onSent']>[0]>();
  const over = new AbortController();
  const lock = `chat-outbox ${account}`;
  const channel = new BroadcastChannel(lock);
  let wake: () => void = () => undefined;
  let draining: Promise<void> = Promise.resolve();

  async function show(): Promise<readonly Waiting[]> {
    const all = await shelf.all(account);
    if (!over.signal.aborted) $waiting.set(all);
    return all;
  }

  /** Shows the content of the shelf here and in other tabs; the tab that sends reads it again. */
  async function announce(): Promise<void> {
    await show();
    if (!over.signal.aborted) channel.postMessage(null);
    wake();
  }

  channel.onmessage = () => {
    void show();
    wake();
  };

  /** Waits until `ms` are over, the browser is online again, or the shelf has changed. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function drain(): Promise<void> {
    let failures = 0;
    while (!over.signal.aborted) {
      const next = (await show()).find(({ state }) => state === 'waiting');
      if (next === undefined) return;
      const outcome = await sendOne(next, failures);
      if (outcome === 'logged out') return;
      failures = outcome === 'later' ? failures + 1 : 0;
      if (outcome === 'later' && !over.signal.aborted) await pause(delay(failures));
    }
  }

  async function sendOne(waiting: Waiting, failures: number): Promise<Outcome> {
    try {
      const sent = await withFiles(waiting);
      const message = await side.send({
        id: sent.talk,
        client_id: sent.clientId,
        text: sent.text,
        file_ids: sent.files.map(({ id }) => id),
        ...(sent.card !== null && { card: { kind: sent.card.kind, ref: sent.card.ref } }),
        ...(sent.quote !== null && { quote: sent.quote.seq }),
      });
      // Shown as sent before it leaves the shelf, so that it is not missing in between.
      for (const handler of handlers) await handler(sent.talk, message);
      await shelf.drop(waiting.no);
      await announce();
      return 'sent';
    } catch (error) {
      return settle(waiting, error, failures);
    } finally {
      $sending.set(null);
    }
  }

  /** With the ids of its files: each is uploaded once. */
  async function withFiles(waiting: Waiting): Promise<Waiting> {
    let now = waiting;
    for (const [at, { file, id }] of waiting.files.entries()) {
      if (id !== 0) continue;
      const { no } = waiting;
      const uploaded = await side.upload(waiting.talk, file, {
        signal: over.signal,
        onProgress: (fraction) => $sending.set({ no, fraction }),
      });
      now = {
        ...now,
        files: now.files.map((one, place) => (place === at ? { file, id: uploaded.id } : one)),
      };
      await shelf.put(now);
    }
    return now;
  }

  async function settle(waiting: Waiting, error: unknown, failures: number): Promise<Outcome> {
    // The person gave up to log in again.
    if (error instanceof CancelledError) return 'logged out';
    // Without an answer it may have arrived: it waits and is sent again under its id.
    if (!(error instanceof AppError)) return 'later';
    if (error.code === 401 || error.code === 10001) return 'logged out';
    if (error.code === 429 || (error.code >= 500 && failures < mostFailures)) return 'later';
    const reason = firstFieldMessage(error.data) ?? error.message;
    if (await isThere(waiting.no)) await shelf.put({ ...waiting, state: 'failed', reason });
    await announce();
    return 'refused';
  }

  /** It may have been deleted while it was sent. */
  async function isThere(no: number): Promise<boolean> {
    return (await shelf.all(account)).some((one) => one.no === no);
  }

  /** Sends all that waits, after the tab that sends now. */
  function send(): void {
    // Locks need a secure origin; without them each tab sends, and the server takes each message once.
    if (navigator.locks === undefined) draining = draining.then(drain);
    else navigator.locks.request(lock, { signal: over.signal }, drain).catch(() => undefined);
  }

  const onLine = () => {
    wake();
    send();
  };
  addEventListener('online', onLine);
  void show().then((all) => all.length > 0 && send());

  return {
    $waiting,
    $sending,
    async add(talk, { text, files = [], card = null, quote = null }) {
      await shelf.put({
        no: 0,
        clientId: newKey(),
        account,
        talk,
        at: Date.now(),
        text,
        files: files.map((file) => ({ file, id: 0 })),
        card,
        quote,
        state: 'waiting',
        reason: '',
      });
      await announce();
      send();
    },
    async retry(no) {
      const found = (await shelf.all(account)).find((one) => one.no === no);
      if (found !== undefined) {
        // Files that were uploaded long ago may be gone.
        const files = found.files.map(({ file }) => ({ file, id: 0 }));
        await shelf.put({ ...found, files, state: 'waiting', reason: '' });
      }
      await announce();
      send();
    },
    async drop(no) {
      await shelf.drop(no);
      await announce();
    },
    onSent(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    close() {
      over.abort();
      wake();
      channel.close();
      removeEventListener('online', onLine);
    },
  };
}
