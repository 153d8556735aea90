import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { dayText } from '#islands/ui/moments.ts';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { TitleWire } from '#lib/contract/invoice-titles.ts';
import type { AskedInvoices, OpenInvoices as OpenWire } from '#lib/contract/invoices.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { AskDialog, type Wish } from './AskDialog.tsx';
import { SkippedDialog } from './SkippedDialog.tsx';

interface Props {
  initial: OpenWire;
  titles: readonly TitleWire[];
  month: string;
  merchant?: number | undefined;
  /** False for people of a frozen company, who only look. */
  mayAsk: boolean;
}

/** Orders that can be invoiced: some by ticks, all of a month by one press. */
export function OpenInvoices({ initial: { list, months, total }, titles, month, merchant, mayAsk }: Props) {
  const [wish, setWish] = useState<Wish | null>(null);
  const [done, setDone] = useState<AskedInvoices | null>(null);
  const ticks = useTicks(mayAsk ? list.flatMap(({ no, fault }) => (fault === '' ? [no] : [])) : []);
  const ticked = list.filter(({ no }) => ticks.has(no));
  const sum = ticked.reduce((fen, order) => fen + parseYuan(order.amount), 0);
  const running = path('/zzfw/dzfp', undefined, { tab: 'running' });
  const whole = months.filter((one) => month === '' || one.month === month);

  function ask(next: Wish) {
    if (titles.length === 0) location.assign(path('/zzfw/dzfp', undefined, { tab: 'titles' }));
    else setWish(next);
  }

  function asked(answer: AskedInvoices) {
    setWish(null);
    showToast('success', `已申请${answer.invoices}张发票，共¥${showYuan(answer.amount)}`);
    if (answer.skipped_count > 0) setDone(answer);
    else location.assign(running);
  }

  if (total === 0)
    return (
      <Empty
        icon="i-lucide-receipt"
        title={month === '' && merchant === undefined ? '没有可以开票的订单' : '没有符合条件的订单'}
        text="发货后的订单会出现在这里，按实际支付金额开票。已经申请的在“开票中”和“已开票”。"
      >
        <a className={buttonClass('ghost')} href={month === '' ? running : path('/zzfw/dzfp')}>
          {month === '' ? '看开票中' : '看全部月份'}
        </a>
      </Empty>
    );
  return (
    <>
      {titles.length === 0 && mayAsk && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 mx-3 md:mx-4 mt-3 px-3 py-2.5 rounded bg-promo-wash text-promo-ink text-small">
          还没有发票抬头，填写后才能申请开票。
          <a className="link underline" href={path('/zzfw/dzfp', undefined, { tab: 'titles' })}>
            填写抬头
          </a>
        </p>
      )}
      {mayAsk && whole.length > 0 && (
        <ul
          aria-label="按月开票"
          className="grid gap-2 px-3 md:px-4 py-3 border-b border-b-solid border-line"
        >
          {whole.slice(0, 3).map((one) => (
            <li key={one.month} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <b className="font-600 num">{one.month}</b>
              <span className="text-small text-ink-2 num">
                {merchant !== undefined && '所选商家，'}
                {one.orders}个订单，¥{showYuan(one.amount)}
              </span>
              <span className="ml-auto">
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={`${one.month}整月开票`}
                  onClick={() =>
                    ask({ nos: [], month: one.month, merchant, orders: one.orders, amount: one.amount })
                  }
                >
                  整月开票
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {list.map((order) => (
          <li
            key={order.no}
            className="flex items-start gap-3 px-3 md:px-4 py-2.5 border-b border-b-solid border-line last:border-b-0"
          >
            <Tick
              label={`选择订单${order.no}`}
              isOn={ticks.has(order.no)}
              isDisabled={!ticks.can(order.no)}
              onChange={(isOn, withShift) => ticks.set(order.no, isOn, withShift)}
            />
            <div className="min-w-0 flex-1 grid gap-0.5">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
                <b className="font-600">{order.merchant}</b>
                <a
                  className="link num text-small break-all"
                  href={path('/order/info/[id]', { id: order.no })}
                >
                  {order.no}
                </a>
                {order.paid_at !== null && (
                  <span className="text-note text-ink-2 num">付款 {dayText(order.paid_at)}</span>
                )}
              </p>
              {order.fault !== '' && <p className="text-small text-promo-ink">{order.fault}</p>}
              {order.invoiced_amount !== '0.00' && (
                <p className="text-note text-ink-2 num">已开票¥{showYuan(order.invoiced_amount)}</p>
              )}
            </div>
            <b className="font-600 num whitespace-nowrap">¥{showYuan(order.amount)}</b>
          </li>
        ))}
      </ul>
      {mayAsk && (
        <SelectionBar
          ticks={ticks}
          count={
            <>
              已选{ticks.ids.length}单 <b className="text-ink">¥{showYuan(sum)}</b>
            </>
          }
        >
          <Button
            disabled={ticks.ids.length === 0}
            onClick={() =>
              ask({ nos: ticks.ids, month: '', orders: ticks.ids.length, amount: formatYuan(sum) })
            }
          >
            申请开票
          </Button>
        </SelectionBar>
      )}
      {wish !== null && (
        <AskDialog wish={wish} titles={titles} onClose={() => setWish(null)} onDone={asked} />
      )}
      {done !== null && <SkippedDialog done={done} href={running} onClose={() => location.assign(running)} />}
    </>
  );
}
