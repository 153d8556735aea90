import { useStore } from '@nanostores/react';
import { Fragment, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { MoreMenu, menuItemClass } from '#islands/ui/MoreMenu.tsx';
import { $acting, actFor, actOn, findReasons } from '#lib/client/stores/orders/orders.ts';
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import { findYuan, showYuan } from '#lib/rules/money/money.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { PayOthers, payOthersPath } from './PayOthers.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RebuyDialog } from './RebuyDialog.tsx';
import { cardVerbs, type DrawnVerb, drawnVerbs } from './verbs.ts';

interface Props {
  order: OrderWire;
  /** A card has room for one button and a link; everything else is behind 更多. */
  isCard?: boolean;
  /** True: its trade is paid by the button above it. */
  isPaidAbove?: boolean;
  /** Something was done, or refused because the order is not what it was: look again. */
  onChanged: (verb: OrderVerb) => void;
}

/** The buttons of an order, from its actions[]. */
export function OrderActions({ order, isCard = false, isPaidAbove = false, onChanged }: Props) {
  const acting = useStore($acting);
  const [asking, setAsking] = useState<OrderVerb | null>(null);
  const [isRebuying, setRebuying] = useState(false);
  const links = linksOf(order);

  async function run(verb: OrderVerb) {
    if (verb === 'rebuy') setRebuying(true);
    else if (await actOn(order, verb)) onChanged(verb);
  }

  async function runFor(verb: OrderVerb, reason: string, pictures: number[]) {
    if (!(await actFor(order, verb, reason, pictures))) return;
    setAsking(null);
    onChanged(verb);
  }

  const press = (verb: OrderVerb) => (findReasons(verb) ? setAsking(verb) : void run(verb));

  const button = ({ verb, text, kind }: DrawnVerb) =>
    links[verb] ? (
      <a key={verb} className={buttonClass(kind, isCard ? 'small' : 'normal')} href={links[verb]}>
        {text}
        {paysVerbs.has(verb) && paidTogether(order)}
      </a>
    ) : (
      <Button
        key={verb}
        kind={kind}
        size={isCard ? 'small' : 'normal'}
        busy={acting === `${order.no}:${verb}`}
        disabled={acting !== null}
        onClick={() => press(verb)}
      >
        {text}
      </Button>
    );

  /** The same as a link among others, or as an item of the menu. */
  const plain = ({ verb, text }: DrawnVerb, className: string) =>
    links[verb] ? (
      <a className={className} href={links[verb]}>
        {text}
      </a>
    ) : (
      <button type="button" className={className} disabled={acting !== null} onClick={() => press(verb)}>
        {text}
      </button>
    );

  const verbs = order.actions.filter((verb) => !isPaidAbove || !paysVerbs.has(verb));
  const reasons = asking && findReasons(asking);
  const { primary, second, rest } = cardVerbs(verbs);
  const mayPay = verbs.some((verb) => paysVerbs.has(verb));
  return (
    <>
      {!isCard &&
        drawnVerbs(verbs).map((one) => (
          <Fragment key={one.verb}>
            {button(one)}
            {paysVerbs.has(one.verb) && <PayOthers order={order} size="normal" />}
          </Fragment>
        ))}
      {isCard && second && plain(second, linkClass)}
      {isCard && (rest.length > 0 || (mayPay && order.trade.may_link === 1)) && (
        <MoreMenu label={`订单${order.no}`}>
          {rest.map((one) => (
            <li key={one.verb}>{plain(one, menuItemClass)}</li>
          ))}
          {mayPay && order.trade.may_link === 1 && (
            <li>
              <a className={menuItemClass} href={payOthersPath(order.trade_no)}>
                找人代付
              </a>
            </li>
          )}
        </MoreMenu>
      )}
      {isCard && primary && button(primary)}
      {isRebuying && <RebuyDialog no={order.no} onClose={() => setRebuying(false)} />}
      {asking && reasons && (
        <ReasonDialog
          {...reasons}
          note={asking === 'cancel' ? <Together order={order} /> : undefined}
          onClose={() => setAsking(null)}
          onConfirm={(reason, pictures) => runFor(asking, reason, pictures)}
        />
      )}
    </>
  );
}

const linkClass = 'link p-0 border-0 bg-transparent text-small whitespace-nowrap cursor-pointer';

/** The verbs that lead to a page, by their addresses. */
function linksOf(order: OrderWire): Partial<Record<OrderVerb, string>> {
  const ask = path('/order/sh/add', undefined, { no: order.no });
  return {
    pay: path('/cart/step3/[id]', { id: order.trade_no }),
    upload: path('/cart/step3/[id]', { id: order.trade_no }),
    approve: path('/order/sp/[id]', { id: order.trade_no }),
    print: path('/order/print/[id]', { id: order.no }),
    papers: path('/order/papers/[id]', { id: order.no }),
    track: `${path('/order/info/[id]', { id: order.no })}#logistics`,
    // The arrival temperature of a refrigerated parcel is recorded where it is received lot by lot.
    ...(order.is_cold_chain === 1 && { confirm: path('/order/receive/[id]', { id: order.no }) }),
    refund: ask,
    aftersale: ask,
    recall: path('/order/sh/add', undefined, { no: order.no, recall: '1' }),
    invoice: path('/zzfw/dzfp', undefined, { no: order.no }),
  };
}

const paysVerbs: ReadonlySet<string> = new Set<OrderVerb>(['pay']);

/** The amount of the payment, which pays the whole trade. */
export function paidTogether({ trade }: Pick<OrderWire, 'trade'>): string {
  return ` ¥${showYuan(trade.pay_amount)}${trade.merchants > 1 ? `（${trade.merchants}个商家）` : ''}`;
}

/** The other orders cancelled with it, and their amounts. */
function Together({ order }: { order: OrderWire }) {
  if (order.cancels_with.length === 0) return null;
  const all = [
    { no: order.no, merchant: order.merchant, pay_amount: order.pay_amount },
    ...order.cancels_with,
  ];
  const sum = all.reduce((fen, { pay_amount }) => fen + (findYuan(pay_amount) ?? 0), 0);
  return (
    <div className="mt-2 text-small">
      <p className="text-promo-ink">
        这{all.length}个订单一起计算优惠和运费，将一并取消，合计 <b className="num">¥{showYuan(sum)}</b>：
      </p>
      <ul className="mt-1.5 max-h-180px overflow-auto">
        {all.map(({ no, merchant, pay_amount }) => (
          <li key={no} className="flex justify-between gap-4 py-1">
            <span className="truncate">{merchant}</span>
            <span className="num">¥{showYuan(pay_amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
