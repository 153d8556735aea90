/**
 * Live news over one event stream a browser: the tab that holds the lock listens and notifies the others; when it
 * closes, another one takes over. News only say that something changed: the listening tab requests the frame's data
 * once, and shares them.
 */
import type { Bye, Hello } from '#lib/contract/events/stream.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

interface Options<Kind extends string, Shown extends object> {
  /** Name of the lock and of the channel between tabs. */
  name: string;
  /** Address of the event stream. */
  path: string;
  kinds: readonly Kind[];
  /**
   * News with data and with a position in the stream: a stream that is opened again asks for those after the last position.
   */
  placed?: readonly Kind[];
  /** Whether the frame's data may have changed by a placed one; the others always change them. */
  concernsFrame?: (data: string) => boolean;
  /** Requests the frame's data. Null when no longer logged in; undefined without a response. */
  ask: () => Promise<Shown | null | undefined>;
  show: (shown: Shown) => void;
  /** Whether the frame's data are requested when the page begins to receive news: what it shows by then may be older. */
  catchesUp: () => boolean;
}

interface News<Kind> {
  kind: Kind;
  data?: string;
  /** The position of a placed one. */
  at?: string;
}

/** Messages between tabs: `hearing` says that a tab is connected, or asks whether one is. */
type Shared<Kind, Shown> = News<Kind> | { shown: Shown } | { hearing: 'yes' | 'who' };

const settleMs = 150;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/** Without a sign for this many beats the connection is dead, whatever the browser reports. */
const patience = 2.5;

/** A stream shared by the tabs of a browser. Nothing is opened before `hear`. */
export function sharedStream<Kind extends string, Shown extends object>(options: Options<Kind, Shown>) {
  const { name, path, kinds, placed = [], concernsFrame = () => true, ask, show, catchesUp } = options;
  type Said = Shared<Kind, Shown>;
  const handlers = new Map<Kind, Set<(data: string) => void>>();
  const openings = new Set<() => void>();
  /** Whether this tab receives news, by a stream of its own or from another tab. */
  let isHearing = false;
  /** Whether this tab's own stream is open. */
  let isOpen = false;
  /** The position of the last placed news that any tab has received; empty before the first one. */
  let position = '';
  let channel: BroadcastChannel | undefined;
  let leave: (() => void) | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;

  function join(): void {
    const shared = new BroadcastChannel(name);
    shared.onmessage = ({ data }: MessageEvent<Said>) => {
      if ('shown' in data) show(data.shown);
      else if ('kind' in data) notifyHere(data);
      else if (data.hearing === 'yes') begin();
      else if (isOpen) shared.postMessage({ hearing: 'yes' } satisfies Said);
    };
    channel = shared;
    shared.postMessage({ hearing: 'who' } satisfies Said);
    const over = new AbortController();
    leave = () => {
      over.abort();
      shared.close();
      channel = undefined;
      isHearing = false;
    };
    // Locks need a secure origin; without them each tab listens for itself.
    if (navigator.locks === undefined) void listen(over.signal);
    else
      navigator.locks
        .request(name, { signal: over.signal }, () => listen(over.signal))
        .catch(() => undefined);
  }

  /** Listens until the page goes or the person is no longer logged in. */
  async function listen(over: AbortSignal): Promise<void> {
    // A tab that takes over has missed what came in between.
    let isFirst = !isHearing;
    for (let failures = 0; !over.aborted; ) {
      if (!isFirst && !(await refresh())) return;
      const { after, wasOpen } = await stream(over, () => {
        // News between two streams are missed; placed ones are sent again behind a known position.
        if (!isFirst) for (const kind of position ? kinds : [...kinds, ...placed]) notifyTabs({ kind });
        isFirst = false;
        channel?.postMessage({ hearing: 'yes' } satisfies Said);
        begin();
      });
      isFirst = false;
      failures = wasOpen ? 0 : failures + 1;
      const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** failures);
      // Browsers that lost the same server reconnect at random times.
      await sleep(Math.max(after, wait * (0.5 + Math.random() / 2)), over);
    }
  }

  /** One stream from its opening to its end. */
  function stream(over: AbortSignal, onHello: () => void): Promise<{ after: number; wasOpen: boolean }> {
    return new Promise((resolve) => {
      const source = new EventSource(position ? `${path}?after=${encodeURIComponent(position)}` : path);
      let beat = 0;
      let wasOpen = false;
      let alarm: ReturnType<typeof setTimeout> | undefined;
      const end = (after = 0) => {
        isOpen = false;
        clearTimeout(alarm);
        source.close();
        over.removeEventListener('abort', onAbort);
        resolve({ after, wasOpen });
      };
      const onAbort = () => end();
      const alive = () => {
        clearTimeout(alarm);
        if (beat > 0) alarm = setTimeout(end, beat * patience);
      };
      over.addEventListener('abort', onAbort);
      source.addEventListener('hello', ({ data }) => {
        beat = millisOf<Hello>(data, 'beat');
        wasOpen = isOpen = true;
        alive();
        onHello();
      });
      source.addEventListener('beat', alive);
      source.addEventListener('bye', ({ data }) => end(millisOf<Bye>(data, 'after')));
      source.addEventListener('error', () => end());
      for (const kind of kinds)
        source.addEventListener(kind, () => {
          alive();
          notifyTabs({ kind });
        });
      for (const kind of placed)
        source.addEventListener(kind, ({ data, lastEventId }) => {
          alive();
          notifyTabs({ kind, data, at: lastEventId });
        });
    });
  }

  function begin(): void {
    if (isHearing) return;
    isHearing = true;
    // What changed between the page's own request and now was announced to no one on it.
    if (catchesUp()) refreshSoon();
    for (const handler of openings) handler();
  }

  /** Notifies this tab and the others, followed by the frame's data. */
  function notifyTabs(news: News<Kind>): void {
    channel?.postMessage(news satisfies Said);
    notifyHere(news);
    if (news.data !== undefined && !concernsFrame(news.data)) return;
    refreshSoon();
  }

  function refreshSoon(): void {
    clearTimeout(settling);
    settling = setTimeout(() => void refresh(), settleMs);
  }

  function notifyHere({ kind, data = '', at = '' }: News<Kind>): void {
    position = at || position;
    for (const handler of handlers.get(kind) ?? []) handler(data);
  }

  /** Requests the frame's data; false when no longer logged in. */
  async function refresh(): Promise<boolean> {
    const shown = await ask();
    if (shown === null) return false;
    if (shown !== undefined) {
      show(shown);
      channel?.postMessage({ shown } satisfies Said);
    }
    return true;
  }

  return {
    /** Begins to receive news, once a page. Call it when logged in. */
    listen(): void {
      if (leave !== undefined) return;
      join();
      // A page in the browser's back-forward cache receives no news; it may have missed some when it is shown again.
      addEventListener('pagehide', () => {
        leave?.();
        leave = undefined;
      });
      addEventListener('pageshow', ({ persisted }) => {
        if (!persisted || leave !== undefined) return;
        join();
        refreshSoon();
      });
    },
    /**
     * Calls `handler` at each of the news of a kind, until the returned function is called. `data` is the text of a placed
     * one, empty where some may have been missed.
     */
    onNews(kind: Kind, handler: (data: string) => void): () => void {
      const known = handlers.get(kind) ?? new Set();
      handlers.set(kind, known.add(handler));
      return () => known.delete(handler);
    },
    /**
     * Calls `handler` when the page begins to receive news, soon if it does already: no news cover the time between
     * rendering and that moment. The returned function ends it.
     */
    onHearing(handler: () => void): () => void {
      const own = () => handler();
      openings.add(own);
      if (isHearing) queueMicrotask(() => openings.has(own) && handler());
      return () => void openings.delete(own);
    },
  };
}

/** A time in a signal's data. */
function millisOf<Signal>(data: string, name: keyof Signal & string): number {
  const found = fieldOf(JSON.parse(data), name);
  return typeof found === 'number' ? found : 0;
}

function sleep(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A closed page releases its place to another tab at once.
    if (over.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    over.addEventListener('abort', wake, { once: true });
  });
}
