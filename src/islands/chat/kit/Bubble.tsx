import { memo, type ReactNode } from 'react';
import { Tag } from '#islands/ui/Tag.tsx';
import type { ChatMessage } from '#lib/contract/chat/schema.ts';
import { ChatCardBox } from './ChatCardBox.tsx';
import { MessageFiles } from './MessageFiles.tsx';

interface Props {
  message: ChatMessage;
  /** It is of the reader's own side: at the right. */
  isOwnSide: boolean;
  /** The other side has read it. */
  isRead: boolean;
  /** It was found by a search. */
  isFound: boolean;
  mayRecall: boolean;
  /** Undefined where nothing can be written. */
  onQuote: ((message: ChatMessage) => void) | undefined;
  onRecall: (message: ChatMessage) => void;
  /** Writes a recalled text again; undefined where it is unknown. */
  onRewrite: (() => void) | undefined;
  /** Shows the quoted message. */
  onShow: (seq: number) => void;
}

export const actClass =
  'h-chip px-1 border-0 bg-transparent text-note text-ink-2 whitespace-nowrap cursor-pointer hover:(text-primary underline)';

/** One message. Notices to both sides stand in the middle. */
export const Bubble = memo(function Bubble(props: Props) {
  const { message, isOwnSide, isFound, onQuote } = props;
  if (message.sender === 'system') return <Notice text={message.text} />;
  if (message.state === 'recalled')
    return (
      <Notice text={`${message.is_mine === 1 ? '您' : message.name}撤回了一条消息`}>
        {props.onRewrite && (
          <button type="button" className={actClass} onClick={props.onRewrite}>
            重新编辑
          </button>
        )}
      </Notice>
    );
  const isPlain = message.text !== '' || message.quote !== null;
  return (
    <div className={`group grid gap-1 ${isOwnSide ? 'justify-items-end' : 'justify-items-start'}`}>
      <p className="flex items-center gap-1.5 text-note text-ink-2">
        {message.is_mine === 1 ? (
          <span className="sr-only">您</span>
        ) : message.sender === 'auto' ? (
          <Tag kind="info">{message.name}</Tag>
        ) : (
          message.name
        )}
      </p>
      <div
        className={`grid gap-1.5 min-w-0 max-w-[min(84%,520px)] ${isFound ? 'rounded outline-2 outline-solid outline-promo outline-offset-2' : ''}`}
      >
        {isPlain && (
          <div
            className={`px-3 py-2 rounded-panel border border-solid text-body ${isOwnSide ? 'border-transparent bg-primary-wash' : 'border-line bg-card'}`}
          >
            {message.quote && <Quoted quote={message.quote} onShow={props.onShow} />}
            <p className="whitespace-pre-wrap break-words [unicode-bidi:plaintext]">{message.text}</p>
            {message.source && (
              <a className="block mt-1.5 link text-small" href={message.source.link}>
                摘自帮助：{message.source.title}
              </a>
            )}
          </div>
        )}
        {message.card && <ChatCardBox card={message.card} />}
        {message.files.length > 0 && <MessageFiles files={message.files} />}
      </div>
      <p className="flex items-center gap-1 min-h-chip text-note text-ink-2">
        <span className="flex opacity-0 group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100">
          {onQuote && (
            <button type="button" className={actClass} onClick={() => onQuote(message)}>
              引用
            </button>
          )}
          {props.mayRecall && (
            <button type="button" className={actClass} onClick={() => props.onRecall(message)}>
              撤回
            </button>
          )}
        </span>
        {isOwnSide && <State message={message} isRead={props.isRead} />}
      </p>
    </div>
  );
});

function State({ message, isRead }: Pick<Props, 'message' | 'isRead'>) {
  if (message.state === 'held') return <span className="text-promo-ink">审核中，通过后对方可见</span>;
  if (message.state === 'refused') return <span className="text-price-ink">未通过审核，对方看不到</span>;
  if (message.sender === 'auto') return null;
  return <span>{isRead ? '已读' : '已发'}</span>;
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-1 text-note text-ink-2 text-center">
      {text}
      {children}
    </p>
  );
}

function Quoted({
  quote,
  onShow,
}: {
  quote: NonNullable<ChatMessage['quote']>;
  onShow: (seq: number) => void;
}) {
  return (
    <button
      type="button"
      className="block w-full mb-1.5 pl-2 py-0.5 border-0 border-l-2 border-l-solid border-line-strong bg-transparent text-small text-ink-2 text-left break-words cursor-pointer hover:text-primary"
      onClick={() => onShow(quote.seq)}
    >
      {quote.text === '' ? '原消息已撤回' : `${quote.name}：${quote.text}`}
    </button>
  );
}
