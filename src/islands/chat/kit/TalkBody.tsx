import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import type { Outbox } from '#lib/client/stores/chat/outbox.ts';
import type { Waiting } from '#lib/client/stores/chat/outbox-shelf.ts';
import type { SideCalls } from '#lib/client/stores/chat/side.ts';
import type { OpenTalk } from '#lib/client/stores/chat/talk.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { ChatMessage } from '#lib/contract/chat/schema.ts';
import { shortText } from '#lib/rules/chat/text.ts';
import { Composer, type ComposerBox } from './Composer.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import { MessageList } from './MessageList.tsx';
import { useTalk } from './use-talk.ts';

interface Props {
  side: SideCalls;
  outbox: Outbox;
  talk: number;
  /** The other side: 百草堂. */
  name: string;
  /** A number to show, of a search's hit; 0 for none. */
  found?: number;
  /** Stands in the place of the box where nothing can be written. */
  note?: ReactNode;
  /** The box takes the focus when it appears. */
  startsFocused?: boolean;
  /** The box, for a parent that writes into it. */
  box?: RefObject<ComposerBox | null>;
  onText?: (text: string) => void;
  onKey?: ComponentProps<typeof Composer>['onKey'];
  tools?: ReactNode;
  /** Content below the messages, which scrolls with them. */
  tail?: ReactNode;
  /** Content right above the box. */
  children?: ReactNode;
}

/** Messages of a talk and the box below them, the same at both sides. Its parent gives it a `key` by talk. */
export function TalkBody(props: Props) {
  const { side, outbox } = props;
  const talk = useTalk(side, outbox, props.talk);
  return talk === null ? (
    <div className="flex-1">
      <Loading rows={5} />
    </div>
  ) : (
    <Body {...props} open={talk} />
  );
}

/** The sign of typing is sent again after this time, ms. */
const typingPause = 3_000;

function Body({ side, outbox, open, name, found = 0, note, ...props }: Props & { open: OpenTalk }) {
  const view = useStore(open.$view);
  const hasFailed = useStore(open.$hasFailed);
  const typing = useStore(open.$typing);
  const isAway = useStore(open.$isAway);
  const waiting = useStore(outbox.$waiting);
  const sending = useStore(outbox.$sending);
  const [quote, setQuote] = useState<Waiting['quote']>(null);
  const [shown, setShown] = useState({ found: 0, of: 0 });
  const [recalled, setRecalled] = useState<ReadonlyMap<number, string>>(new Map());
  const spare = useRef<ComposerBox>(null);
  const own = props.box ?? spare;
  const paging = useRef(false);
  const lastTyped = useRef(0);

  /** One page at a time; a failure is repeated by the next scroll. */
  async function page(work: () => Promise<void>) {
    if (paging.current) return;
    paging.current = true;
    await work().catch(() => undefined);
    paging.current = false;
  }

  function show(seq: number) {
    const isHere = view?.list.some((one) => one.seq === seq);
    const there = isHere ? Promise.resolve() : open.showAround(seq);
    there.then(() => setShown({ found: seq, of: found }), react);
  }
  if (found !== 0 && shown.of !== found && view !== null) {
    setShown({ found: 0, of: found });
    queueMicrotask(() => show(found));
  }

  function onText(text: string) {
    props.onText?.(text);
    keepDraft(side.kind, open.id, text);
    if (text === '' || Date.now() - lastTyped.current < typingPause) return;
    lastTyped.current = Date.now();
    side.type(open.id).catch(() => undefined);
  }

  function send(text: string, files: readonly File[]) {
    lastTyped.current = 0;
    setQuote(null);
    if (isAway) void open.showNewest();
    void outbox.add(open.id, { text, files, quote });
  }

  /** Gives the box the focus that a removed button had; not on a phone, where the keyboard would open. */
  function focusBox() {
    if (matchMedia('(hover: hover)').matches) own.current?.focus();
  }

  function recall(message: ChatMessage) {
    side.recall({ id: open.id, seq: message.seq }).then((answer) => {
      open.take(answer);
      if (message.text !== '') setRecalled((now) => new Map(now).set(message.seq, message.text));
      focusBox();
    }, react);
  }

  return (
    <>
      {view === null ? (
        <div className="flex-1 min-h-0">
          {hasFailed ? <Failed onRetry={() => void open.catchUp()} /> : <Loading rows={5} />}
        </div>
      ) : (
        <MessageList
          label={`与${name}的对话`}
          view={view}
          waiting={waiting.filter((one) => one.talk === open.id)}
          sending={sending}
          ownSide={side.kind}
          typing={typing}
          isAway={isAway}
          found={shown.found}
          tail={props.tail}
          onOlder={() => void page(open.loadOlder)}
          onLater={() => void page(open.loadLater)}
          onNewest={() => void open.showNewest()}
          onSeen={open.markRead}
          onQuote={
            note
              ? undefined
              : (message) => {
                  setQuote({ seq: message.seq, name: message.name, text: quoteOf(message) });
                  own.current?.focus();
                }
          }
          onRecall={recall}
          onShow={show}
          onRetry={(no) => void outbox.retry(no).then(focusBox)}
          onDrop={(no) => void outbox.drop(no).then(focusBox)}
          rewriteOf={(seq) => {
            const text = recalled.get(seq);
            return text === undefined ? null : () => rewrite(own.current, text);
          }}
        />
      )}
      {note || (
        <Composer
          ref={own}
          startsFocused={props.startsFocused ?? false}
          initialText={readDraft(side.kind, open.id)}
          quote={quote}
          onDropQuote={() => setQuote(null)}
          onSend={send}
          onText={onText}
          {...(props.onKey !== undefined && { onKey: props.onKey })}
          tools={props.tools}
        >
          {props.children}
        </Composer>
      )}
    </>
  );
}

function rewrite(box: ComposerBox | null, text: string): void {
  box?.setText(text);
  box?.focus();
}

/** A message in one line, for a quote. */
function quoteOf({ text, files, card }: ChatMessage): string {
  return shortText(text) || card?.title || files[0]?.name || '';
}
