import { useEffect, useRef } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { path } from '#lib/contract/routes.ts';
import type { StoresOrdered } from '#lib/contract/stores/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** The result of a table of which some stores' orders wait for approval: how many, which, and the others to pay. */
export function StoresPlaced({ placed: { trades } }: { placed: StoresOrdered }) {
  // The clicked button disappears with the table.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const waiting = trades.filter(({ waits }) => waits === 1);
  const payable = trades.filter(({ waits }) => waits === 0);
  return (
    <section className="panel">
      <div className="panel-title">
        <h1 ref={title} tabIndex={-1} className="outline-none">
          已提交{trades.length}家门店的订单，{waiting.length}家等待审核
        </h1>
      </div>
      <p className="px-3 md:px-4 py-3 text-small text-ink-2">
        超过您的单笔限额的订单，由总部或门店的企业管理员、财务在48小时内审核，通过后可以付款，逾期自动取消。
        {payable.length > 0 && '其余订单请在时限内付款。'}
      </p>
      <ul>
        {trades.map((trade) => (
          <li
            key={trade.trade_no}
            className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-3 border-t border-t-solid border-line"
          >
            {trade.name}
            <Tag kind={trade.waits === 1 ? 'warn' : 'soft'}>{trade.waits === 1 ? '待审核' : '待付款'}</Tag>
            <b className="ml-auto num">¥{showYuan(trade.pay_amount)}</b>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3 px-3 md:px-4 py-3 border-t border-t-solid border-line">
        <a className={buttonClass('plain')} href={path('/order')}>
          我的订单
        </a>
        {payable.length > 0 && (
          <a
            className={buttonClass()}
            href={path('/cart/hm', undefined, { trades: payable.map((one) => one.trade_no).join(',') })}
          >
            支付{payable.length}家门店的订单
          </a>
        )}
      </div>
    </section>
  );
}
