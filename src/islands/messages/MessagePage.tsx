import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { LinkTabs } from '#islands/ui/Tabs.tsx';
import { onNews } from '#lib/client/stores/live/events.ts';
import { loadMessages, readMessages } from '#lib/client/stores/shell/messages.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { MessageList, MessagesInput } from '#lib/contract/messages.ts';
import { path } from '#lib/contract/routes.ts';
import { dueText } from '#lib/rules/purchase/template-day.ts';
import { MessageItem } from './MessageItem.tsx';

interface Props {
  initial: MessageList;
  input: MessagesInput;
  /** Names of the reader's own templates whose day it is. */
  due: readonly string[];
  /** This person may mark the company's messages as read. */
  mayMark: boolean;
}

/** The company's messages; new ones appear by themselves. */
export function MessagePage({ initial, input, due, mayMark }: Props) {
  const [messages, setMessages] = useState(initial);
  const [isReading, setReading] = useState(false);
  const { list, total, unread } = messages;

  useEffect(
    () =>
      onNews('message', () => {
        loadMessages(input).then(setMessages, () => undefined);
      }),
    [input],
  );

  async function read(ids: readonly number[] | 'all') {
    try {
      const left = await readMessages(ids);
      setMessages((now) => ({
        ...now,
        unread: left,
        list: now.list.map((one) => (ids === 'all' || ids.includes(one.id) ? { ...one, is_read: 1 } : one)),
      }));
      if (ids === 'all') showToast('success', '全部消息已标为已读');
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
            disabled={unread === 0}
            onClick={() => void readAll()}
          >
            全部标为已读
          </Button>
        )}
      </h1>
      <LinkTabs
        label="筛选消息"
        current={isUnreadOnly ? 'unread' : 'all'}
        items={[
          { id: 'all', text: '全部', href: path('/zhzx/wdxx') },
          {
            id: 'unread',
            text: '未读',
            count: unread,
            isNews: true,
            href: path('/zhzx/wdxx', undefined, { unread: 1 }),
          },
        ]}
      />
      {due.length > 0 && (
        <p className="flex items-center gap-2 px-4 py-2.5 border-b border-b-solid border-line bg-primary-wash">
          <span className="flex-none i-lucide-calendar-check text-title text-primary" aria-hidden="true" />
          <a className="link" href={path('/zzfw/kjcg', undefined, { tab: 'templates' })}>
            今天该补货：{dueText(due)}
          </a>
        </p>
      )}
      {total === 0 || list.length === 0 ? (
        <Empty
          icon="i-lucide-bell"
          title={isUnreadOnly ? '没有未读消息' : '还没有消息'}
          text="订单、退款、到货和降价的通知会出现在这里"
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
