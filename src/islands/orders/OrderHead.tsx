import { Countdown } from '#islands/pay/Countdown.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { orderStatusOf } from '#lib/contract/order-numbers.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { type OrderVerb, orderIs } from '#lib/rules/orders/order-state.ts';
import { CaseTags } from './CaseTags.tsx';
import { faceOf } from './faces.ts';
import { OrderActions } from './OrderActions.tsx';

interface Props {
  order: OrderDetail;
  onChanged: (verb: OrderVerb) => void;
}

/** The order's state, next step and actions. */
export function OrderHead({ order, onChanged }: Props) {
  const face = faceOf(order.status);
  return (
    <section className="panel" aria-labelledby="state">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 px-4 md:px-6 py-4">
        <span className={`${face.icon} ${face.tone} text-mark max-sm:hidden`} aria-hidden="true" />
        <div className="flex-1 min-w-200px">
          <h1 id="state" className={`text-section ${face.tone}`} aria-live="polite">
            <span className="sr-only">订单</span>
            {order.status_text}
          </h1>
          <p className="mt-0.5 text-small text-ink-2">{face.hint(order)}</p>
          <CaseTags cases={order.cases} />
          {order.deadline_at && (
            <p className="mt-0.5 text-small text-ink-2">
              剩余付款时间{' '}
              <Countdown until={order.deadline_at} now={order.now} onEnd={() => onChanged('pay')} />
            </p>
          )}
          {order.receive_by && (
            <p className="mt-0.5 text-small text-ink-2 num">
              {momentText(order.receive_by)} 前未确认，系统将自动确认收货
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <OrderActions order={order} onChanged={onChanged} />
        </div>
      </div>
      <Progress order={order} />
    </section>
  );
}

interface Step {
  text: string;
  at: string | null;
  isDone: boolean;
}

/** The way of an order from placing to its end; one that was called off ends where it was called off. */
function stepsOf(order: OrderDetail): Step[] {
  const status = orderStatusOf(order.status);
  const step = (text: string, at: string | null): Step => ({ text, at, isDone: at !== null });
  const steps = [
    step('提交订单', order.created_at),
    step('付款', order.paid_at),
    step('发货', order.shipped_at),
  ];
  if (orderIs.calledOff(status))
    return [
      ...steps.filter((one) => one.isDone),
      { text: order.status_text, at: order.cancelled_at, isDone: true },
    ];
  // Beyond its time an order is completed before the job writes the moment down.
  return [...steps, { text: '完成', at: order.completed_at, isDone: orderIs.completed(status) }];
}

/** The steps drawn, each with its moment. */
function Progress({ order }: { order: OrderDetail }) {
  const steps = stepsOf(order);
  return (
    <ol
      aria-label="订单进度"
      className="flex px-2 md:px-6 py-4 border-t border-t-solid border-line overflow-x-auto"
    >
      {steps.map(({ text, at, isDone }, place) => (
        <li
          key={text}
          className="relative grid flex-1 justify-items-center content-start gap-1 min-w-76px text-center"
        >
          {place > 0 && (
            <span
              aria-hidden="true"
              className={`absolute top-11px right-[calc(50%+18px)] w-[calc(100%-36px)] h-2px ${isDone ? 'bg-primary' : 'bg-line-strong'}`}
            />
          )}
          <span
            aria-hidden="true"
            className={`grid place-items-center w-24px h-chip rounded-full text-small num ${
              isDone ? 'bg-primary text-white' : 'bg-card-dim text-ink-3'
            }`}
          >
            {isDone ? <span className="i-lucide-check" /> : place + 1}
          </span>
          <span className={`text-small ${isDone ? 'font-600' : 'text-ink-3'}`}>
            {text}
            {!isDone && <span className="sr-only">（未到）</span>}
          </span>
          <span className="text-note text-ink-2 num">{at ? momentText(at) : ''}</span>
        </li>
      ))}
    </ol>
  );
}
