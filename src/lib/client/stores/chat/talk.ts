/** One open talk: subscribes to the news, reads the newest messages, then follows (docs/decisions/038-chat.md). */
import { atom, type ReadableAtom } from 'nanostores';
import type { ChatMessage } from '#lib/contract/chat/schema.ts';
import type { ChatNews } from '#lib/contract/events/stream.ts';
import type { ChatSignalOf, SideCalls } from './side.ts';
import {
  continues,
  isBehind,
  type TalkView,
  viewOf,
  withLater,
  withOlder,
  withOne,
  withRead,
} from './view.ts';

export interface OpenTalk {
  id: number;
  /** Null before the first answer. */
  $view: ReadableAtom<TalkView | null>;
  /** The first request failed; it is sent again. */
  $hasFailed: ReadableAtom<boolean>;
  /** Name of the person at the other side who types; empty while none does. */
  $typing: ReadableAtom<string>;
  /** The view shows the neighbours of a search's hit: new messages are counted and not added. */
  $isAway: ReadableAtom<boolean>;
  /** Adds a page of older messages. Rejects as `call` does. */
  loadOlder: () => Promise<void>;
  /** Adds a page of later ones to a view of a hit. Rejects as `call` does. */
  loadLater: () => Promise<void>;
  /** Shows a message with its neighbours. Rejects as `call` does. */
  showAround: (seq: number) => Promise<void>;
  /** Loads the messages that are missing at the end. Never rejects. */
  catchUp: () => Promise<void>;
  /** Shows the newest messages. Never rejects. */
  showNewest: () => Promise<void>;
  /** Takes a message that a call has answered. */
  take: (message: ChatMessage) => void;
  /** Moves one's own mark to a number that has been seen. */
  markRead: (seq: number) => void;
  close: () => void;
}

/** A person counts as typing for this time after the last sign, ms. */
const typingMs = 6_000;
const retryMs = 5_000;
/** Messages of one request while catching up. */
const pageSize = 100;
/** A view that lacks more messages than this is replaced by the newest ones. */
const farBehind = 300;

/** Opens a talk; it follows until `close`. The page's stream is opened by the frame. */
export function openTalk(side: SideCalls, id: number): OpenTalk {
  const $view = atom<TalkView | null>(null);
  const $hasFailed = atom(false);
  const $typing = atom('');
  const $isAway = atom(false);
  let isClosed = false;
  let running: Promise<void> | null = null;
  let isStale = false;
  /** Messages of the view may have changed: all of them are read again. */
  let isUnsure = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let typingEnd: ReturnType<typeof setTimeout> | undefined;

  function change(by: (view: TalkView) => TalkView): void {
    const view = $view.get();
    if (view !== null && !isClosed) $view.set(by(view));
  }

  async function readNewest(): Promise<void> {
    const history = await side.messages({ id });
    if (isClosed) return;
    $isAway.set(false);
    $view.set(viewOf(history));
  }

  /** Reads the messages behind `from` page by page, to the end of the talk or up to the number `to`. */
  async function readLater(from: number, to = Number.POSITIVE_INFINITY): Promise<void> {
    for (let at = from; at < to; ) {
      const history = await side.messages({ id, after: at, size: Math.min(pageSize, to - at) });
      // Another part of the talk may be shown by now; joined to it, the answer would leave a gap.
      if (isClosed || !continues($view.get(), at)) return;
      change((view) => withLater(view, history));
      at = history.list.at(-1)?.seq ?? at;
      if (history.has_after === 0 || history.list.length === 0) return;
    }
  }

  async function readMissing(isWhole: boolean): Promise<void> {
    const view = $view.get();
    if (view === null) return readNewest();
    const from = isWhole ? (view.list[0]?.seq ?? 1) - 1 : view.until;
    // A view of a hit keeps its place: its own messages are read again, and none is added.
    if ($isAway.get()) return readLater(from, view.until);
    return view.last - from > farBehind ? readNewest() : readLater(from);
  }

  async function refresh(): Promise<void> {
    const isWhole = isUnsure;
    isUnsure = false;
    try {
      await readMissing(isWhole);
    } catch (error) {
      isUnsure ||= isWhole;
      throw error;
    }
  }

  /** One request at a time; calls in the meantime cause one further request. */
  function catchUp(): Promise<void> {
    isStale = true;
    running ??= (async () => {
      try {
        while (isStale && !isClosed) {
          isStale = false;
          await refresh();
        }
        $hasFailed.set(false);
      } catch {
        $hasFailed.set($view.get() === null);
        clearTimeout(retry);
        if (!isClosed) retry = setTimeout(() => void catchUp(), retryMs);
      } finally {
        running = null;
      }
    })();
    return running;
  }

  function showTyping(name: string): void {
    clearTimeout(typingEnd);
    $typing.set(name);
    if (name !== '') typingEnd = setTimeout(() => $typing.set(''), typingMs);
  }

  async function readChanged(seq: number): Promise<void> {
    if (!$view.get()?.list.some((one) => one.seq === seq)) return;
    const { list } = await side.messages({ id, after: seq - 1, size: 1 });
    const [found] = list;
    if (found?.seq === seq) change((view) => withOne(view, found));
  }

  function follow(news: ChatNews): void {
    const isTheirs = news.side !== side.kind;
    if (news.what === 'typing' && isTheirs) showTyping(news.name);
    else if (news.what === 'read' && isTheirs) change((view) => withRead(view, 'their', news.seq));
    else if (news.what === 'change')
      readChanged(news.seq).catch(() => {
        isUnsure = true;
        void catchUp();
      });
    else if (news.what === 'message') {
      if (isTheirs) showTyping('');
      change((view) => (news.seq > view.last ? { ...view, last: news.seq } : view));
      const view = $view.get();
      if (view === null || isBehind(view)) void catchUp();
    }
  }

  function onSignal(news: ChatSignalOf): void {
    if (news === 'reload') isUnsure = true;
    if (news === 'reload' || news === 'open') void catchUp();
    else if (news.talk === id) follow(news);
  }

  function onSight(): void {
    if (document.visibilityState === 'visible') void catchUp();
  }

  const endNews = side.onNews(onSignal);
  document.addEventListener('visibilitychange', onSight);
  addEventListener('online', onSight);
  // The first signal of a stream that is open already comes before this.
  queueMicrotask(() => {
    if (running === null && !isClosed) void catchUp();
  });

  let seen = 0;
  let isMarking = false;
  async function sendMark(): Promise<void> {
    isMarking = true;
    try {
      // A closed view takes no answer, so its own mark would never reach `seen`.
      while (!isClosed && seen > ($view.get()?.myRead ?? seen)) {
        const seq = seen;
        const { my_read: mine } = await side.read({ id, seq });
        change((view) => withRead(view, 'my', Math.max(mine, seq)));
      }
    } catch {
      // The next message that is seen moves the mark too.
    } finally {
      isMarking = false;
    }
  }

  return {
    id,
    $view,
    $hasFailed,
    $typing,
    $isAway,
    catchUp,
    async loadOlder() {
      const first = $view.get()?.list[0]?.seq;
      if (first === undefined) return;
      const history = await side.messages({ id, before: first });
      change((view) => (view.list[0]?.seq === first ? withOlder(view, history) : view));
    },
    async loadLater() {
      const from = $view.get()?.until ?? 0;
      const history = await side.messages({ id, after: from });
      change((view) => (view.until === from ? withLater(view, history) : view));
      const view = $view.get();
      if (view !== null && !isBehind(view)) $isAway.set(false);
    },
    async showAround(seq) {
      const history = await side.messages({ id, around: seq });
      if (isClosed) return;
      const view = viewOf(history);
      $isAway.set(isBehind(view));
      $view.set(view);
    },
    async showNewest() {
      try {
        await readNewest();
      } catch {
        $isAway.set(false);
        await catchUp();
      }
    },
    take(message) {
      change((view) => withOne(view, message));
      const view = $view.get();
      if (view !== null && isBehind(view)) void catchUp();
    },
    markRead(seq) {
      seen = Math.max(seen, seq);
      if (!isMarking) void sendMark();
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      clearTimeout(typingEnd);
      endNews();
      document.removeEventListener('visibilitychange', onSight);
      removeEventListener('online', onSight);
    },
  };
}
