import { useMemo } from 'react';
import { NetLine } from '#islands/buy/NetLine.tsx';
import { PackBox } from '#islands/buy/PackBox.tsx';
import { expiryText, stockText } from '#islands/goods/words.ts';
import { dayText } from '#islands/ui/moments.ts';
import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { findOtcTag } from '#islands/ui/tag-kinds.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { boundsOf, type Priced, pricedAt } from './amounts.ts';
import type { UsualGoods } from './use-bought.ts';

interface Props {
  goods: UsualGoods;
  now: string;
  /** Time of the prices, epoch milliseconds. */
  at: number;
  number: number;
  isChosen: boolean;
  onChoose: (isOn: boolean, withShift: boolean) => void;
  onChange: (asked: number) => void;
}

/** One item: product, last purchase and frequency, current price, quantity. */
export function BoughtRow({ goods, now, at, number, isChosen, onChoose, onChange }: Props) {
  const badge = findOtcTag(goods.otc);
  const bounds = boundsOf(goods);
  const canBuy = goods.is_buy === 1 && number > 0;
  const priced = canBuy ? pricedAt(goods, number, at) : null;
  const href = path('/list/info/[id]', { id: goods.id });
  return (
    <li
      aria-label={goods.name}
      className="grid grid-cols-[20px_56px_minmax(0,1fr)] lg:grid-cols-[20px_64px_minmax(0,1fr)_132px_112px_132px] gap-x-3 gap-y-2 items-center px-3 md:px-4 py-3 border-b border-b-solid border-line last:border-b-0"
    >
      <Tick label={`选中${goods.name}`} isOn={isChosen && canBuy} isDisabled={!canBuy} onChange={onChoose} />
      <img
        src={goods.image}
        alt=""
        width="64"
        height="56"
        loading="lazy"
        decoding="async"
        className={`w-full h-auto rounded-tag bg-card-dim object-contain ${canBuy ? '' : 'opacity-55 grayscale'}`}
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <a href={href} className="font-600 hover:text-primary">
            {goods.name}
          </a>
          {badge && <Tag kind={badge.kind}>{badge.text}</Tag>}
        </p>
        <p className="text-note text-ink-2 truncate">
          {goods.ypgg} · {goods.sccj}
        </p>
        <p className="text-note text-ink-2 num truncate">
          {goods.sjly.remarks} · {expiryText(goods)} · {stockText(goods)}
        </p>
      </div>
      <div className="col-start-3 lg:col-start-auto text-note text-ink-2 num leading-20px max-lg:flex max-lg:flex-wrap max-lg:gap-x-3">
        {goods.reason === undefined ? (
          <History goods={goods} now={now} />
        ) : (
          <p className="text-ink">{goods.reason}</p>
        )}
      </div>
      {canBuy ? (
        <>
          <div className="col-start-3 lg:col-start-auto num max-lg:flex max-lg:items-baseline max-lg:gap-2">
            {priced && <Cost priced={priced} goods={goods} number={number} />}
          </div>
          <div className="col-start-3 lg:col-start-auto w-132px">
            <PackBox
              value={number}
              bounds={bounds}
              unit={goods.bzdw}
              label={`${goods.name} 数量`}
              onNumber={onChange}
            />
          </div>
        </>
      ) : (
        <p className="col-start-3 lg:(col-start-auto col-span-2) text-note text-promo-ink">
          {goods.buy_state?.reason || '暂不可购买'}{' '}
          <a className="link whitespace-nowrap" href={`${href}#same`}>
            看同品
          </a>
        </p>
      )}
    </li>
  );
}

function DueText({ due, now }: { due: string | null; now: string }) {
  if (due === null) return null;
  const days = Math.round((Date.parse(due) - Date.parse(now)) / 86_400_000);
  return days <= 0 ? (
    <p className="text-promo-ink">{days === 0 ? '今天该补货' : `已过补货日${-days}天`}</p>
  ) : (
    <p>约{days}天后该补货</p>
  );
}

/** Price of a piece at this quantity, the total, and whether it is more or less than last time. */
function Cost({ priced, goods, number }: { priced: Priced } & Pick<Props, 'goods' | 'number'>) {
  const { segments, each } = priced;
  const { id, net, bzdw: unit, last_price: last = goods.last?.price } = goods;
  const offer = useMemo(() => ({ id, ...(net && { net }) }), [id, net]);
  const gap = last === undefined ? 0 : each - parseYuan(last);
  return (
    <>
      <b className="text-title text-price">¥{showYuan(each)}</b>
      {segments.length > 1 && (
        <p className="text-note text-ink-2">
          均价：
          <PriceSegments
            segments={segments.map(({ quantity, unitPrice }) => ({
              number: quantity,
              price: formatYuan(unitPrice),
            }))}
            unit={unit}
          />
        </p>
      )}
      <div className="flex flex-wrap gap-x-1.5 text-note leading-18px text-ink-2">
        <NetLine offer={offer} quantity={number} unit={unit} view="card" />
        {last !== undefined && (
          <span className={gap > 0 ? 'text-price' : gap < 0 ? 'text-primary-ink' : undefined}>
            上次¥{showYuan(last)}
            {gap !== 0 && (gap > 0 ? ' 涨价' : ' 降价')}
          </span>
        )}
      </div>
    </>
  );
}

/** When and how often it was bought. */
function History({ goods, now }: Pick<Props, 'goods' | 'now'>) {
  return (
    <>
      {goods.times !== undefined && (
        <p>
          买过{goods.times}次 · 上次{goods.last_number}
          {goods.bzdw}
        </p>
      )}
      {goods.last_at !== undefined && <p>{dayText(goods.last_at)} 购买</p>}
      <DueText due={goods.due_at ?? null} now={now} />
    </>
  );
}
