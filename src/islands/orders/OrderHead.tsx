import { Countdown } from '#islands/pay/Countdown.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { CaseTags } from './CaseTags.tsx';
import { faceOf } from './faces.ts';
import { OrderActions } from './OrderActions.tsx';
import { Progress } from './Progress.tsx';

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
