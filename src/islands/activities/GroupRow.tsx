import { useStore } from '@nanostores/react';
import { Refused } from '#islands/buy/Refused.tsx';
import { VisitorFace } from '#islands/buy/VisitorFace.tsx';
import { faceClasses } from '#islands/buy/views.ts';
import { Price } from '#islands/ui/Price.tsx';
import { $groupBuys } from '#lib/client/stores/activities/activities.ts';
import { $offers } from '#lib/client/stores/goods/offers.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { countdownText } from '#lib/rules/terms/activity-time.ts';
import { priceNames } from '#lib/rules/terms/price-names.ts';
import { type GroupFacts, progressText, roomText } from './group-words.ts';
import { StockBar } from './StockBar.tsx';
import { usePhase, useTimeLeft } from './use-phase.ts';

interface Props {
  goodsId: number;
  unit: string;
  group: GroupFacts;
}

/** A group-buy on its card: how far it is, how long it runs, what it costs, and the way to join. */
export function GroupRow({ goodsId, unit, group: initial }: Props) {
  const group = useStore($groupBuys, { keys: [String(initial.id)], ssr: 'initial' })[initial.id] ?? initial;
  const phase = usePhase(initial);
  const left = useTimeLeft(phase === 'upcoming' ? initial.start_time : initial.end_time);
  const until = left === null ? '' : countdownText(left);
  return (
    <div className="grid content-between gap-1.5 mt-auto">
      <div>
        <StockBar
          percent={group.joined_percent}
          label="拼团进度"
          text={phase === 'upcoming' ? `目标${group.goal}${unit}` : progressText(group, unit)}
        />
        <p className="h-tag mt-0.5 text-note text-ink-2 num truncate">{roomText(group, unit)}</p>
        <p className="h-tag text-note text-promo-ink num truncate">
          {phase === 'ended' ? group.state_text : `${phase === 'upcoming' ? '距开始' : '距结束'} ${until}`}
        </p>
      </div>
      <PriceAndJoin goodsId={goodsId} isAhead={phase === 'upcoming'} groupId={group.id} />
    </div>
  );
}

function PriceAndJoin({ goodsId, groupId, isAhead }: { goodsId: number; groupId: number; isAhead: boolean }) {
  const offer = useStore($offers, { keys: [String(goodsId)], ssr: 'initial' })[goodsId];
  const own = useStore($groupBuys, { keys: [String(groupId)], ssr: 'initial' })[groupId];
  const face = faceClasses.card;
  const price = own?.goods.activity_price;
  const href = path('/list/info-pt/[id]', { id: goodsId });
  if (offer && offer.is_buy !== 1) return <Refused offer={offer} view="card" />;
  if (price === undefined) return <VisitorFace view="card" />;
  return (
    <div className={face.root}>
      <div className={face.price}>
        <Price yuan={price} />
        <span className="tag-warn">{priceNames.group_buy}</span>
        {own?.goods.price !== undefined && (
          <span className="text-note text-ink-2 num">单买 ¥{showYuan(own.goods.price)}</span>
        )}
      </div>
      <div className={face.controls}>
        <a className={`${isAhead ? 'btn-ghost' : 'btn'} col-span-full h-tool`} href={href}>
          {isAhead ? '看拼团详情' : '去拼团'}
        </a>
      </div>
    </div>
  );
}
