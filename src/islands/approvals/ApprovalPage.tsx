import { useCallback, useRef, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { call } from '#lib/client/api.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import type { ApprovalWire } from '#lib/contract/approvals.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { ApprovalOrder } from './ApprovalOrder.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';

/** A waiting trade: viewed, changed, approved or refused; or the result. */
export function ApprovalPage({ initial }: { initial: ApprovalWire }) {
  const [trade, setTrade] = useState(initial);
  const [numbers, setNumbers] = useState<ReadonlyMap<number, number>>(new Map());
  const [busy, setBusy] = useState<'pass' | 'change' | 'refuse' | null>(null);
  const [isRefusing, setRefusing] = useState(false);
  const [notice, setNotice] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const { trade_no: no } = initial;
  /** The trade as it was seen: another amount is refused. */
  const seen = { no, expected_total: trade.pay_amount };

  const show = useCallback((next: ApprovalWire) => {
    setTrade(next);
    setNumbers(new Map());
  }, []);
  const reload = useCallback(() => void call(api.approval, { no }).then(setTrade, () => undefined), [no]);
  useNews('order', reload);

  async function run(what: 'pass' | 'change' | 'refuse', work: () => Promise<ApprovalWire>, said: string) {
    setBusy(what);
    setNotice('');
    try {
      show(await work());
      setRefusing(false);
      showToast('success', said);
      // The pressed button may go with its state.
      title.current?.focus();
    } catch (error) {
      refused(error);
    }
    setBusy(null);
  }

  /** A refusal with the current trade shows that; one of a quantity shows the reason and leaves the input. */
  function refused(error: unknown) {
    if (!(error instanceof AppError) || error.code >= 500 || error.code === 401) return react(error);
    setNotice(firstFieldMessage(error.data) ?? error.message);
    if (error.code === 409) {
      setRefusing(false);
      if (isTrade(error.data)) show(error.data);
      else reload();
    }
  }

  async function pass() {
    const isSure = await ask({
      title: '通过审核',
      text: `通过后可以付款¥${showYuan(trade.pay_amount)}，商品和资质会再核对一次。`,
      confirm: '通过',
      cancel: '再想想',
    });
    if (isSure) await run('pass', async () => (await call(api.passTrade, seen)).trade, '已通过，可以付款了');
  }

  const isWaiting = trade.is_waiting === 1;
  const isChanged = numbers.size > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel px-4 md:px-6 py-4" aria-labelledby="approval">
        <h1 id="approval" ref={title} tabIndex={-1} className="text-section outline-none">
          {trade.placed_by}
          {trade.store !== '' && `为${trade.store}`}提交的订单：{trade.status_text}
        </h1>
        <p className="mt-1 text-small text-ink-2 num">
          合计 <b className="text-title text-price">¥{showYuan(trade.pay_amount)}</b>
          {trade.order_limit !== null && `，单笔限额¥${showYuan(trade.order_limit)}`}
        </p>
        <p className="mt-1 text-small text-ink-2 num">
          {momentText(trade.placed_at)}提交
          {isWaiting && `，${momentText(trade.deadline_at)}前未审核将自动取消，占用的库存和优惠券会退回`}
        </p>
        <p className="mt-1 text-small text-ink-2">送至 {trade.address}</p>
        {notice !== '' && (
          <div className="mt-3">
            <FormNotice text={notice} />
          </div>
        )}
        {trade.pay_by !== '' && (
          <p className="mt-1 text-small text-ink-2 num">{momentText(trade.pay_by)}前付款，超时自动取消</p>
        )}
        {!isWaiting && (
          <p className="flex flex-wrap gap-2 mt-3">
            {trade.may_pay === 1 && (
              <a className={buttonClass('primary')} href={path('/cart/step3/[id]', { id: no })}>
                去付款 ¥{showYuan(trade.pay_amount)}
              </a>
            )}
            <a className={buttonClass('ghost')} href={path('/order/sp')}>
              返回待审核列表
            </a>
          </p>
        )}
      </section>
      {trade.orders.map((order) => (
        <ApprovalOrder
          key={order.no}
          order={order}
          isOpen={isWaiting && order.approve_by !== null && busy === null}
          packs={trade.packs}
          numbers={numbers}
          onNumber={(id, number, was) =>
            setNumbers((all) => {
              const next = new Map(all);
              if (number === was) next.delete(id);
              else next.set(id, number);
              return next;
            })
          }
        />
      ))}
      {isWaiting && (
        <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] md:bottom-0 z-20 panel shadow-float flex flex-wrap gap-2 justify-end px-3 md:px-4 py-3">
          {isChanged ? (
            <>
              <p className="flex-1 min-w-200px self-center text-small text-ink-2">
                修改{numbers.size}项，保存后按最新价格和优惠重新计算。
              </p>
              <Button kind="plain" disabled={busy !== null} onClick={() => setNumbers(new Map())}>
                还原
              </Button>
              <Button
                busy={busy === 'change'}
                onClick={() =>
                  void run(
                    'change',
                    () =>
                      call(api.changeTrade, {
                        ...seen,
                        lines: [...numbers].map(([id, number]) => ({ id, number })),
                      }),
                    '已修改，金额已重新计算',
                  )
                }
              >
                保存修改
              </Button>
            </>
          ) : (
            <>
              <Button
                kind="plain"
                className="max-md:(flex-1 h-touch)"
                disabled={busy !== null}
                onClick={() => setRefusing(true)}
              >
                驳回
              </Button>
              <Button
                className="max-md:(flex-1 h-touch)"
                busy={busy === 'pass'}
                disabled={busy !== null}
                onClick={() => void pass()}
              >
                通过
              </Button>
            </>
          )}
        </div>
      )}
      {isRefusing && (
        <RefuseDialog
          onClose={() => setRefusing(false)}
          onRefuse={(reason) =>
            run(
              'refuse',
              async () => (await call(api.refuseTrade, { no, reason })).trade,
              '已驳回，库存和优惠券已退回',
            )
          }
        />
      )}
    </div>
  );
}

function isTrade(data: unknown): data is ApprovalWire {
  return typeof data === 'object' && data !== null && 'trade_no' in data && 'orders' in data;
}
