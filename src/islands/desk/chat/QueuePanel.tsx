import { type RefObject, useId } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Tabs, tabPanel } from '#islands/ui/Tabs.tsx';
import type { ChatQueue, ChatQueueValues } from '#lib/contract/chat/desk-schema.ts';
import type { QueueTab } from '#lib/rules/chat/talk.ts';
import { QueueRow } from './QueueRow.tsx';
import type { Duty } from './use-duty.ts';
import { useNow } from './use-now.ts';

interface Props {
  queue: ChatQueue;
  duty: Duty;
  input: ChatQueueValues;
  isBusy: boolean;
  /** The open talk; 0 for none. */
  chosen: number;
  showsMerchant: boolean;
  list: RefObject<HTMLUListElement | null>;
  onLook: (change: Partial<ChatQueueValues>) => void;
  onOpen: (id: number) => void;
}

const empties: Record<QueueTab, string> = {
  mine: '您没有正在接待的会话',
  waiting: '没有等待接入的会话',
  all: '没有进行中的会话',
  closed: '没有已结束的会话',
};

/** The queue by tabs with live numbers, and a search by company. */
export function QueuePanel(props: Props) {
  const { queue, duty, input, isBusy, chosen, showsMerchant, list, onLook, onOpen } = props;
  const panelId = useId();
  const now = useNow(1_000);
  const { counts } = queue;
  const tabs = [
    { id: 'mine', text: '我的', count: counts.mine },
    { id: 'waiting', text: '待接入', count: counts.waiting, isNews: true },
    { id: 'all', text: '全部', count: counts.all },
    { id: 'closed', text: '已结束' },
  ] as const;
  return (
    <>
      {duty.duty.is_on === 0 && (
        <p className="flex items-center gap-2 m-0 px-3 py-2 border-b border-b-solid border-line bg-card-dim text-small">
          <span className="flex-1 min-w-0">您现在离线，新咨询不会分配给您</span>
          <Button size="small" className="flex-none max-md:h-touch" busy={duty.isBusy} onClick={duty.turn}>
            上线
          </Button>
        </p>
      )}
      <Tabs
        label="会话列表"
        items={tabs}
        current={input.tab}
        panelId={panelId}
        isTight
        onSelect={(tab) => onLook({ tab })}
      />
      <search>
        <form
          className="flex gap-2 px-3 py-2 border-b border-b-solid border-line"
          onSubmit={(event) => {
            event.preventDefault();
            const company = new FormData(event.currentTarget).get('company');
            onLook({ company: typeof company === 'string' ? company.trim() : '' });
          }}
        >
          <input
            type="search"
            name="company"
            className="input h-tool"
            aria-label="企业名称"
            placeholder="企业名称"
            maxLength={50}
            defaultValue={input.company}
          />
          <Button type="submit" kind="plain" size="small" className="h-tool" busy={isBusy}>
            查找
          </Button>
        </form>
      </search>
      <div {...tabPanel(panelId, input.tab)} className="flex-1 min-h-0 overflow-y-auto">
        {queue.list.length === 0 ? (
          <Empty icon="i-lucide-message-square-text" title={empties[input.tab]} />
        ) : (
          <ul ref={list} className="m-0 p-0 list-none" aria-label="会话">
            {queue.list.map((talk) => (
              <QueueRow
                key={talk.id}
                talk={talk}
                isChosen={talk.id === chosen}
                now={now}
                showsMerchant={showsMerchant}
                onOpen={() => onOpen(talk.id)}
              />
            ))}
          </ul>
        )}
        {(input.page > 1 || queue.has_more === 1) && (
          <p className="flex justify-between gap-2 m-0 p-3">
            <Button
              kind="plain"
              size="small"
              disabled={input.page === 1 || isBusy}
              onClick={() => onLook({ page: input.page - 1 })}
            >
              上一页
            </Button>
            <Button
              kind="plain"
              size="small"
              disabled={queue.has_more === 0 || isBusy}
              onClick={() => onLook({ page: input.page + 1 })}
            >
              下一页
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
