import { useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Price } from '#islands/ui/Price.tsx';
import type { PayMethod, TradeWire } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { Countdown } from './Countdown.tsx';
import { PayBox } from './PayBox.tsx';
import { TradeOrders } from './TradeCard.tsx';

interface Props {
  trades: TradeWire[];
  methods: PayMethod[];
  now: string;
  /** The initially ticked ones; all of them by default. */
  wanted?: readonly string[];
}

/** Several unpaid trades in one payment. */
export function MergePay({ trades, methods, now, wanted = [] }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const all = trades.map((trade) => trade.trade_no);
    const some = all.filter((no) => wanted.includes(no));
    return some.length > 0 ? some : all;
  });
  if (trades.length === 0)
    return (
      <section className="panel">
        <h1 className="sr-only">合并支付</h1>
        <Empty
          icon="i-lucide-receipt-text"
          title="没有待付款的交易"
          text="提交订单后，可在这里一次支付多笔交易。"
        >
          <a className={buttonClass()} href={path('/cart')}>
            去购物车
          </a>
          <a className={buttonClass('plain')} href={path('/order')}>
            我的订单
          </a>
        </Empty>
      </section>
    );
  const picked = trades.filter((trade) => chosen.includes(trade.trade_no));
  const amount = formatYuan(picked.reduce((sum, trade) => sum + parseYuan(trade.pay_amount), 0));
  const isAll = picked.length === trades.length;
  return (
    <div className="grid gap-3">
      <section className="panel flex flex-wrap items-center gap-3 px-4 py-3.5">
        <h1 className="text-head font-600">合并支付</h1>
        <label className="flex items-center gap-2 ml-auto">
          <Check
            type="checkbox"
            className="accent-[var(--primary)]"
            checked={isAll}
            onPick={(isOn) => setChosen(isOn ? trades.map((trade) => trade.trade_no) : [])}
          />
          全选
        </label>
        <span className="text-small text-ink-2">
          已选{picked.length}笔，共{trades.length}笔待付款
        </span>
      </section>
      {trades.map((trade) => (
        <section key={trade.trade_no} className="panel" aria-label={`交易${trade.trade_no}`}>
          <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <label className="flex items-center gap-2.5">
              <Check
                type="checkbox"
                className="accent-[var(--primary)]"
                checked={chosen.includes(trade.trade_no)}
                onPick={(isOn) =>
                  setChosen((now) => [
                    ...now.filter((no) => no !== trade.trade_no),
                    ...(isOn ? [trade.trade_no] : []),
                  ])
                }
              />
              交易 <span className="num">{trade.trade_no}</span>
            </label>
            <span className="text-small text-ink-2">
              剩余 <Countdown until={trade.deadline_at} now={now} onEnd={() => location.reload()} />
            </span>
            <span className="ml-auto">
              <Price yuan={trade.pay_amount} />
            </span>
          </header>
          <TradeOrders trade={trade} />
        </section>
      ))}
      <PayBox methods={methods} tradeNos={picked.map((trade) => trade.trade_no)} amount={amount} />
    </div>
  );
}
