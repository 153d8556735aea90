import type { MouseEvent } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TagKind } from '#islands/ui/tag-kinds.ts';
import type { MessageWire } from '#lib/contract/messages.ts';

interface Props {
  message: MessageWire;
  /** Left out: this person may not mark messages as read. */
  onRead: ((id: number) => Promise<void>) | undefined;
}

const kinds: Record<string, TagKind> = { stock: 'soft', price: 'promo', order: 'info', shipment: 'info' };

/** One message; following its link marks it as read. */
export function MessageItem({ message, onRead }: Props) {
  const isUnread = message.is_read === 0;

  async function open(event: MouseEvent<HTMLAnchorElement>) {
    // A new tab leaves this page where it is; else the mark has to arrive before the page goes.
    if (!isUnread || !onRead || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    await onRead(message.id);
    location.assign(message.link);
  }

  return (
    <li className="grid grid-cols-[8px_minmax(0,1fr)] md:grid-cols-[8px_minmax(0,1fr)_auto] gap-x-3 gap-y-1 px-3 md:px-4 py-3.5 border-t border-t-solid border-line first:border-t-0">
      <span className={`mt-2 w-8px h-8px rounded-full ${isUnread ? 'bg-price' : ''}`}>
        {isUnread && <span className="sr-only">未读</span>}
      </span>
      <div className="min-w-0">
        <h2
          className={`flex flex-wrap items-center gap-x-2 text-body ${isUnread ? '' : 'font-400 text-ink-2'}`}
        >
          <Tag kind={isUnread ? (kinds[message.kind] ?? 'plain') : 'plain'}>{message.kind_text}</Tag>
          {message.title}
        </h2>
        <p className="mt-1 text-small text-ink-2 whitespace-pre-line">{message.body}</p>
        <time className="block mt-0.5 text-note text-ink-3 num" dateTime={message.created_at}>
          {momentText(message.created_at)}
        </time>
      </div>
      <div className="max-md:col-start-2 flex items-start gap-2">
        {isUnread && onRead && (
          <Button
            kind="text"
            size="small"
            aria-label={`标为已读：${message.title}`}
            onClick={() => void onRead(message.id)}
          >
            标为已读
          </Button>
        )}
        {message.link && (
          <a
            className={buttonClass('plain', 'small')}
            href={message.link}
            aria-label={`查看详情：${message.title}`}
            data-early=""
            onClick={(event) => void open(event)}
          >
            查看详情
          </a>
        )}
      </div>
    </li>
  );
}
