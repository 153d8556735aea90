import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Refused } from '#islands/buy/Refused.tsx';
import { useQuantity } from '#islands/buy/use-quantity.ts';
import { VisitorFace } from '#islands/buy/VisitorFace.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { $groupBuys, joinGroupBuy, loadGroupBuys } from '#lib/client/stores/activities/activities.ts';
import { $offers } from '#lib/client/stores/goods/offers.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import { priceNames } from '#lib/rules/terms/price-names.ts';
import type { GoodsTerms, GroupBuy } from '#lib/rules/terms/terms.ts';
import { Countdown } from './Countdown.tsx';
import { type GroupFacts, progressText, roomText } from './group-words.ts';
import { StockBar } from './StockBar.tsx';
import { usePhase } from './use-phase.ts';

interface Props {
  goodsId: number;
  unit: string;
  group: GroupFacts;
}

/** Joining a group-buy on its own page: progress, price, quantity, and the way to its own confirm page. */
export function JoinBox({ goodsId, unit, group: initial }: Props) {
  const group = useStore($groupBuys, { keys: [String(initial.id)], ssr: 'initial' })[initial.id] ?? initial;
  const offer = useStore($offers, { keys: [String(goodsId)], ssr: 'initial' })[goodsId];
  const phase = usePhase(initial);
  useEffect(() => void loadGroupBuys(initial.id), [initial.id]);
  const terms = offer?.terms ? fromWire<GoodsTerms>(offer.terms) : null;
  const own = terms?.groupBuy?.activityId === group.id ? terms.groupBuy : null;
  return (
    <div className="grid gap-3 content-start min-h-236px">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tag-warn">{group.state_text}</span>
        <Countdown start_time={initial.start_time} end_time={initial.end_time} phase={initial.phase} />
      </div>
      <div>
        <StockBar percent={group.joined_percent} label="拼团进度" text={progressText(group, unit)} />
        <p className="mt-1 text-note text-ink-2 num">
          成团目标{group.goal}
          {unit} · {roomText(group, unit)}
        </p>
      </div>
      {offer && offer.is_buy !== 1 && <Refused offer={offer} view="detail" />}
      {!offer && <VisitorFace view="detail" />}
      {offer?.is_buy === 1 && terms && own && (
        <Join terms={terms} groupBuy={own} isOpen={phase === 'running'} unit={unit} />
      )}
      {offer?.is_buy === 1 && !own && (
        <p>
          <a className="btn-ghost btn-big" href={path('/list/info/[id]', { id: goodsId })}>
            单独购买
          </a>
        </p>
      )}
    </div>
  );
}

interface JoinProps {
  terms: GoodsTerms;
  groupBuy: GroupBuy;
  isOpen: boolean;
  unit: string;
}

function Join({ terms, groupBuy, isOpen, unit }: JoinProps) {
  const { value, bounds, change, leave, settle } = useQuantity(terms, 'group_buy');
  const [isJoining, setJoining] = useState(false);
  const alone = cardPrice(terms, Math.max(value, 1), groupBuy.startsAt).unitPrice;

  async function join() {
    const number = await settle();
    if (number === null || number <= 0) return;
    setJoining(true);
    await joinGroupBuy(groupBuy.activityId, number);
    setJoining(false);
  }

  return (
    <>
      <div className="flex flex-wrap items-baseline gap-2">
        <Price yuan={formatYuan(groupBuy.price)} size="big" />
        <span className="tag-warn">{priceNames.group_buy}</span>
        <span className="text-small text-ink-2 num">单独购买 ¥{showYuan(alone)}</span>
      </div>
      {isOpen ? (
        <div className="flex flex-wrap gap-3 items-center">
          <Stepper
            value={value}
            min={bounds.min}
            max={bounds.max}
            step={bounds.step}
            label="参团数量"
            disabled={bounds.disabled}
            onChange={change}
            onLeave={leave}
            onEnter={() => void join()}
          />
          <Button className="btn-big" busy={isJoining} disabled={bounds.disabled} onClick={() => void join()}>
            {bounds.disabled ? '已满员' : '立即参团'}
          </Button>
          <a className="btn-ghost btn-big" href={path('/list/info/[id]', { id: terms.id })}>
            单独购买
          </a>
        </div>
      ) : (
        <p>
          <a className="btn-ghost btn-big" href={path('/list/info/[id]', { id: terms.id })}>
            单独购买
          </a>
        </p>
      )}
      {isOpen && value > 0 && (
        <p className="text-small text-ink-2 num">
          {value}
          {unit}合计 <b className="text-price">¥{showYuan(value * groupBuy.price)}</b>
          ，比单独购买省 ¥{showYuan(Math.max(0, value * (alone - groupBuy.price)))}（不含运费）
        </p>
      )}
    </>
  );
}
