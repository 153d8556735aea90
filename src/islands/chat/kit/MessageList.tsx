import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { serverNow } from '#lib/client/clock.ts';
import type { Sending } from '#lib/client/stores/chat/outbox.ts';
import type { Waiting } from '#lib/client/stores/chat/outbox-shelf.ts';
import type { TalkView } from '#lib/client/stores/chat/view.ts';
import type { ChatMessage } from '#lib/contract/chat/schema.ts';
import { Bubble } from './Bubble.tsx';
import { useNewMessages } from './new-messages.ts';
import { hasTimeAbove, shortMoment } from './times.ts';
import { useListScroll } from './use-list-scroll.ts';
import { WaitingBubble } from './WaitingBubble.tsx';

export interface ListActs {
  onOlder: () => void;
  onLater: () => void;
  onNewest: () => void;
  /** The reader has seen everything up to this number. */
  onSeen: (seq: number) => void;
  onQuote: ((message: ChatMessage) => void) | undefined;
  onRecall: (message: ChatMessage) => void;
  onShow: (seq: number) => void;
  onRetry: (no: number) => void;
  onDrop: (no: number) => void;
  /** Writes one's own recalled text again; null where it is unknown. */
  rewriteOf: (seq: number) => (() => void) | null;
}

interface Props extends ListActs {
  /** Names the list: 与百草堂的对话. */
  label: string;
  view: TalkView;
  waiting: readonly Waiting[];
  sending: Sending | null;
  ownSide: 'buyer' | 'staff';
  /** Name of the person at the other side who types; empty while none does. */
  typing: string;
  /** The view is away from the end. */
  isAway: boolean;
  /** A search's hit; 0 for none. */
  found: number;
  /** Content below the messages, which scrolls with them. */
  tail?: ReactNode;
}

/** The messages of a talk. New ones of the other side are read out; older ones that are loaded are not. */
export function MessageList(props: Props) {
  const { view, waiting, ownSide, found, isAway, onSeen } = props;
  const { list, until } = view;
  const onWay = waiting.filter(({ clientId }) => !list.some((one) => one.client_id === clientId));
  const { box, onScroll, isAtEnd, toEnd } = useListScroll({
    first: list[0]?.seq ?? 0,
    end: `${until} ${onWay.length} ${props.typing}`,
    onTop: () => view.hasBefore && props.onOlder(),
    onEnd: () => (isAway ? props.onLater() : see()),
  });
  const { unseen, spoken, clear } = useNewMessages({ list, ownSide, isAway, isAtEnd });

  function see() {
    // A list behind another panel is not seen.
    const isShown = box.current?.checkVisibility?.() !== false;
    if (document.visibilityState !== 'visible' || !isShown || isAway) return;
    clear();
    onSeen(until);
  }
  const latest = useRef(see);
  latest.current = see;
  useEffect(() => {
    const look = () => isAtEnd() && latest.current();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [until, isAway]);

  useEffect(() => {
    if (found === 0) return;
    box.current?.querySelector(`[data-seq="${found}"]`)?.scrollIntoView({ block: 'center' });
  }, [found, box]);

  // A message may be recalled for two minutes: its button disappears without news.
  const now = useServerTime(list.some(({ recall_until: until }) => until !== null));
  return (
    <div className="relative flex-1 min-h-0">
      <section
        ref={box}
        aria-label={props.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keys
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain px-3 py-2 bg-page [overflow-anchor:none] focus-visible:outline-offset--2"
        onScroll={onScroll}
      >
        <div>
          {view.hasBefore && (
            <p className="text-center">
              <button
                type="button"
                className="h-touch px-3 border-0 bg-transparent text-small text-info cursor-pointer"
                onClick={props.onOlder}
              >
                查看更早的消息
              </button>
            </p>
          )}
          <div role="log" aria-label="消息" aria-live="off">
            <ol className="grid gap-2">
              {list.map((message, at) => (
                <Fragment key={message.seq}>
                  {hasTimeAbove(message.at, list[at - 1]?.at) && (
                    <li className="text-center text-note text-ink-2 num">
                      <time dateTime={message.at}>{shortMoment(message.at)}</time>
                    </li>
                  )}
                  <li data-seq={message.seq}>
                    <Bubble
                      message={message}
                      isOwnSide={sideOf(message) === ownSide}
                      isRead={message.seq <= view.theirRead}
                      isFound={message.seq === found}
                      mayRecall={message.recall_until !== null && Date.parse(message.recall_until) > now}
                      onQuote={props.onQuote}
                      onRecall={props.onRecall}
                      onRewrite={(message.is_mine === 1 && props.rewriteOf(message.seq)) || undefined}
                      onShow={props.onShow}
                    />
                  </li>
                </Fragment>
              ))}
              {!isAway &&
                onWay.map((one) => (
                  <li key={one.clientId}>
                    <WaitingBubble
                      waiting={one}
                      sending={props.sending}
                      onRetry={props.onRetry}
                      onDrop={props.onDrop}
                    />
                  </li>
                ))}
            </ol>
          </div>
          {props.typing !== '' && <p className="mt-1 text-note text-ink-2">{props.typing}正在输入…</p>}
          {props.tail}
        </div>
      </section>
      <p className="sr-only" aria-live="polite">
        {spoken}
      </p>
      {(isAway || unseen > 0) && (
        <button
          type="button"
          className="btn-ghost btn-small absolute right-3 bottom-2 shadow-float"
          onClick={() => {
            if (isAway) props.onNewest();
            toEnd();
            see();
          }}
        >
          {unseen > 0 ? `${unseen}条新消息` : '回到最新'}
          <span className="i-lucide-chevron-down" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The side that a message comes from: an automatic answer is the service's. */
function sideOf({ sender }: Pick<ChatMessage, 'sender'>): 'buyer' | 'staff' {
  return sender === 'buyer' ? 'buyer' : 'staff';
}

/** The server's time, updated every ten seconds while a message can be recalled. */
function useServerTime(isNeeded: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!isNeeded) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 10_000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
