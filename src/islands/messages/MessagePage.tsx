import { type MouseEvent, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { LinkTabs } from '#islands/ui/Tabs.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TagKind } from '#islands/ui/tag-kinds.ts';
import { loadMessages, readMessages } from '#lib/client/stores/shell/messages.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { MessageList, MessagesInput, MessageWire } from '#lib/contract/messages.ts';
import { MessageKinds, messagesHref } from './MessageKinds.tsx';

interface Props {
  initial: MessageList;
  input: MessagesInput;
  /** This person may mark the company's messages as read. */
  mayMark: boolean;
}

/** The company's messages; new ones appear by themselves. */
export function MessagePage({ initial, input, mayMark }: Props) {
  const [messages, setMessages] = useState(initial);
  const [isReading, setReading] = useState(false);
  const { list, total, unread, kinds } = messages;
  const kind = kinds.find((one) => one.kind === input.kind);
  /** Unread ones that this filter shows. */
  const unreadHere = input.kind === undefined ? unread : (kind?.unread ?? 0);

  useNews('message', () => {
    loadMessages(input).then(setMessages, () => undefined);
  });

  async function read(ids: readonly number[] | 'all') {
    try {
      const left = await readMessages(ids, input.kind);
      setMessages((now) => ({
        ...now,
        ...left,
        list: now.list.map((one) => (ids === 'all' || ids.includes(one.id) ? { ...one, is_read: 1 } : one)),
      }));
      if (ids === 'all') showToast('success', `全部${kind?.text ?? ''}消息已标为已读`);
    } catch (error) {
      react(error);
    }
  }

  async function readAll() {
    setReading(true);
    await read('all');
    setReading(false);
  }

  const isUnreadOnly = input.unread === 1;
  return (
    <section className="panel">
      <h1 className="panel-title">
        我的消息
        {mayMark && (
          <Button
            kind="plain"
            size="small"
            className="ml-auto"
            busy={isReading}
            disabled={unreadHere === 0}
            onClick={() => void readAll()}
          >
            {kind?.text}全部标为已读
          </Button>
        )}
      </h1>
      <LinkTabs
        label="筛选消息"
        current={isUnreadOnly ? 'unread' : 'all'}
        items={[
          { id: 'all', text: '全部', href: messagesHref({ kind: input.kind }) },
          {
            id: 'unread',
            text: '未读',
            count: unreadHere,
            isNews: true,
            href: messagesHref({ unread: 1, kind: input.kind }),
          },
        ]}
      />
      {kinds.length > 1 && <MessageKinds kinds={kinds} current={input.kind} unread={input.unread} />}
      {total === 0 || list.length === 0 ? (
        <Empty
          icon="i-lucide-bell"
          title={
            isUnreadOnly ? '没有未读消息' : input.kind === undefined ? '还没有消息' : '没有这个种类的消息'
          }
          text="订单、发票、合同、补货、到货和降价的通知会出现在这里"
        />
      ) : (
        <ul>
          {list.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              onRead={mayMark ? (id) => read([id]) : undefined}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface MessageItemProps {
  message: MessageWire;
  /** Left out: this person may not mark messages as read. */
  onRead: ((id: number) => Promise<void>) | undefined;
}

const kinds: Record<string, TagKind> = {
  stock: 'soft',
  replenish: 'soft',
  price: 'promo',
  order: 'info',
  shipment: 'info',
};

/** One message; following its link marks it as read. */
function MessageItem({ message, onRead }: MessageItemProps) {
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
            aria-label={`${message.act}：${message.title}`}
            data-early=""
            onClick={(event) => void open(event)}
          >
            {message.act}
          </a>
        )}
      </div>
    </li>
  );
}
