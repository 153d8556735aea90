import { useCallback, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Pagination } from '#islands/ui/Pagination.tsx';
import { call } from '#lib/client/api.ts';
import { api } from '#lib/contract/api.ts';
import type { ApprovalList, ApprovalWire } from '#lib/contract/approvals.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  initial: ApprovalList;
  page: number;
}

/**
 * Trades that wait for the approval of the company or, at a head office, of its stores' orders: the earliest deadline
 * first.
 */
export function ApprovalsPage({ initial, page }: Props) {
  const [{ list, total }, setList] = useState(initial);
  const reload = useCallback(() => void call(api.approvals, { page }).then(setList, () => undefined), [page]);
  useNews('order', reload);
  return (
    <section className="panel">
      <div className="panel-title">
        <h1>订单审核</h1>
        <span className="text-small text-ink-2">{total}笔待审核</span>
      </div>
      {list.length === 0 ? (
        <Empty
          icon="i-lucide-user-round-check"
          title="没有待审核的订单"
          text="同事提交的订单超过单笔限额时，会在这里等待审核。"
        />
      ) : (
        <ul>
          {list.map((trade) => (
            <Row key={trade.trade_no} trade={trade} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pages={Math.ceil(total / 20)}
        hrefOf={(to) => path('/order/sp', undefined, { page: to })}
      />
    </section>
  );
}

function Row({ trade }: { trade: ApprovalWire }) {
  const lines = trade.orders.flatMap((order) => order.lines);
  return (
    <li className="grid gap-2 md:(grid-cols-[minmax(0,1fr)_auto] items-center) px-3 md:px-4 py-3.5 border-t border-t-solid border-line first:border-t-0">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-baseline gap-x-3 text-body">
          {trade.placed_by}
          {trade.store !== '' && <span className="text-small">为{trade.store}</span>}
          <b className="num text-price">¥{showYuan(trade.pay_amount)}</b>
          {trade.order_limit !== null && (
            <span className="text-small text-ink-2 num">单笔限额¥{showYuan(trade.order_limit)}</span>
          )}
        </h2>
        <p className="mt-1 text-small text-ink-2 truncate">
          {lines.map(({ name, number, bzdw }) => `${name}×${number}${bzdw}`).join('、')}
        </p>
        <p className="mt-1 text-small text-ink-2 num">
          {momentText(trade.placed_at)}提交，{momentText(trade.deadline_at)}前未审核自动取消
        </p>
      </div>
      <a
        className={buttonClass('primary', 'normal', 'max-md:h-touch')}
        href={path('/order/sp/[id]', { id: trade.trade_no })}
        aria-label={`审核：${trade.placed_by}${trade.store === '' ? '' : `为${trade.store}`}，¥${showYuan(trade.pay_amount)}，${momentText(trade.placed_at)}`}
      >
        审核
      </a>
    </li>
  );
}
