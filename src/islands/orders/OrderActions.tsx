import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { $acting, actFor, actOn, findReasons } from '#lib/client/stores/orders/orders.ts';
import type { OrderWire } from '#lib/contract/orders/schema.ts';
import { path } from '#lib/contract/routes.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RebuyDialog } from './RebuyDialog.tsx';
import { drawnVerbs } from './verbs.ts';

interface Props {
  order: OrderWire;
  size?: 'small' | 'normal';
  /** Something was done, or refused because the order is not what it was: look again. */
  onChanged: (verb: OrderVerb) => void;
}

/** The buttons of an order, from its actions[]. */
export function OrderActions({ order, size = 'normal', onChanged }: Props) {
  const acting = useStore($acting);
  const [asking, setAsking] = useState<OrderVerb | null>(null);
  const [isRebuying, setRebuying] = useState(false);
  const links: Partial<Record<OrderVerb, string>> = {
    pay: path('/cart/step3/[id]', { id: order.trade_no }),
    track: `${path('/order/info/[id]', { id: order.no })}#logistics`,
  };

  async function run(verb: OrderVerb) {
    if (verb === 'rebuy') setRebuying(true);
    else if (await actOn(order, verb)) onChanged(verb);
  }

  async function runFor(verb: OrderVerb, reason: string) {
    if (!(await actFor(order, verb, reason))) return;
    setAsking(null);
    onChanged(verb);
  }

  const reasons = asking && findReasons(asking);
  return (
    <>
      {drawnVerbs(order.actions).map(({ verb, text, kind }) =>
        links[verb] ? (
          <a key={verb} className={buttonClass(kind, size)} href={links[verb]}>
            {text}
          </a>
        ) : (
          <Button
            key={verb}
            kind={kind}
            size={size}
            busy={acting === `${order.no}:${verb}`}
            disabled={acting !== null}
            onClick={() => (findReasons(verb) ? setAsking(verb) : void run(verb))}
          >
            {text}
          </Button>
        ),
      )}
      {isRebuying && <RebuyDialog no={order.no} onClose={() => setRebuying(false)} />}
      {asking && reasons && (
        <ReasonDialog
          {...reasons}
          note={asking === 'cancel' ? togetherNote(order) : undefined}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => runFor(asking, reason)}
        />
      )}
    </>
  );
}

function togetherNote({ cancels }: OrderWire): string | undefined {
  if (cancels.length === 0) return undefined;
  return `同时提交的订单${cancels.join('、')}与它一起计算优惠和运费，将一并取消。`;
}
