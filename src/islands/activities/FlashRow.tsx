import { useStore } from '@nanostores/react';
import { BuyRow } from '#islands/buy/BuyRow.tsx';
import { LoginLink } from '#islands/buy/LoginLink.tsx';
import { faceClasses } from '#islands/buy/views.ts';
import { timeText } from '#islands/ui/moments.ts';
import { Price } from '#islands/ui/Price.tsx';
import { $activityGoods } from '#lib/client/stores/activities/activities.ts';
import type { ActivityGoods } from '#lib/contract/activities.ts';
import { path } from '#lib/contract/routes.ts';
import { loginState } from '#lib/rules/goods/login-state.ts';
import type { Phase } from '#lib/rules/terms/activity-time.ts';
import { priceNames } from '#lib/rules/terms/price-names.ts';
import { StockBar } from './StockBar.tsx';
import { type Span, usePhase } from './use-phase.ts';

/** The public facts of an item in a flash sale. */
export type FlashItem = Pick<
  ActivityGoods,
  'id' | 'miaosha_goods_id' | 'activity_limit' | 'activity_number' | 'sold_percent' | 'bzdw'
>;

interface Props {
  item: FlashItem;
  span: Span;
}

/** An item in a flash sale: its rest, its price, and the buy row while the sale runs. */
export function FlashRow({ item, span }: Props) {
  const phase = usePhase(span);
  const own = useStore($activityGoods, { keys: [String(item.miaosha_goods_id)], ssr: 'initial' })[
    item.miaosha_goods_id
  ];
  const goods: FlashItem & Partial<ActivityGoods> = own ?? item;
  const isSoldOut = goods.activity_number === 0;
  return (
    <div className="grid content-between gap-1.5 mt-auto">
      <div>
        <StockBar
          percent={goods.sold_percent}
          label={`${phase === 'upcoming' ? '未开抢，' : ''}已抢`}
          text={stockText(goods, phase)}
        />
        <p className="h-tag mt-0.5 text-note text-ink-2 num truncate">{limitText(goods)}</p>
      </div>
      {phase === 'running' ? (
        // A sold-out item is bought at its own price, as an ordinary line.
        <BuyRow id={item.id} type={isSoldOut ? 0 : 1} />
      ) : (
        <Closed goods={goods} span={span} isOver={phase === 'ended'} />
      )}
    </div>
  );
}

function stockText({ activity_number, sold_percent, bzdw }: FlashItem, phase: Phase): string {
  if (activity_number === null) return '不限活动库存';
  if (phase === 'ended') return `已抢${sold_percent}%`;
  if (activity_number === 0) return '已抢光，可按平时价格购买';
  if (phase === 'upcoming') return `限量${activity_number}${bzdw}`;
  return `已抢${sold_percent}% · 仅剩${activity_number}${bzdw}`;
}

function limitText({ activity_limit, activity_used, bzdw }: FlashItem & Partial<ActivityGoods>): string {
  if (activity_limit === 0) return '不限购';
  const used = activity_used ? `，已购${activity_used}${bzdw}` : '';
  return `每家限购${activity_limit}${bzdw}${used}`;
}

/** Before and after the sale: the sale price, and the time. */
function Closed({ goods, span, isOver }: { goods: Partial<ActivityGoods>; span: Span; isOver: boolean }) {
  const face = faceClasses.card;
  const { activity_price, price, base_price } = goods;
  const before = base_price ?? price;
  return (
    <div className={face.root}>
      {activity_price === undefined ? (
        <p className={`${face.note} when-visitor`}>{loginState.text}</p>
      ) : (
        <div>
          <div className={face.price}>
            <Price yuan={activity_price} />
            <span className="tag-warn">{priceNames.flash}</span>
            {before !== undefined && <Price yuan={before} struck />}
          </div>
        </div>
      )}
      <div className={face.controls}>
        {isOver || activity_price !== undefined ? (
          <a className={face.button} href={path('/list/info/[id]', { id: goods.id ?? 0 })}>
            {isOver
              ? '本场已结束，看商品'
              : `${timeText(new Date(span.start_time).toISOString())} 开抢，先看商品`}
          </a>
        ) : (
          <LoginLink className={`${face.button} when-visitor`} />
        )}
      </div>
    </div>
  );
}
