import { BuyRow } from '#islands/buy/BuyRow.tsx';
import { expiryText, stockText } from '#islands/goods/words.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { findOtcTag } from '#islands/ui/tag-kinds.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  item: GoodsItem;
  isChosen: boolean;
  onChoose: (isChosen: boolean, withShift: boolean) => void;
}

/** A favourite as a card, with a tick for what is done to several. */
export function FavoriteCard({ item, isChosen, onChoose }: Props) {
  const badge = findOtcTag(item.otc);
  const href = path('/list/info/[id]', { id: item.id });
  return (
    <li
      data-goods={item.id}
      className={`relative flex flex-col min-w-0 p-2.5 sm:p-3 rounded border border-solid bg-card ${isChosen ? 'border-primary' : 'border-line hover:border-primary'}`}
    >
      {/* The name's link reaches over the picture: one link, one place to press. */}
      <div className="relative">
        <div className="mb-2 rounded-tag bg-card-dim overflow-hidden">
          <img
            src={item.image}
            alt=""
            width="240"
            height="196"
            loading="lazy"
            decoding="async"
            className="block w-full h-auto aspect-[240/196] object-contain"
          />
        </div>
        <h2 className="h-40px text-body leading-20px font-600 line-clamp-2">
          {badge && <Tag kind={badge.kind}>{badge.text}</Tag>}{' '}
          <a href={href} className="hover:text-primary after:(content-empty absolute inset-0)">
            {item.name}
          </a>
        </h2>
      </div>
      <span className="absolute left-3.5 top-2 px-1 rounded-full bg-card/85">
        <Tick label={`选中${item.name}`} isOn={isChosen} onChange={onChoose} />
      </span>
      <p className="mt-0.5 text-note text-ink-2 truncate" title={`${item.ypgg} ${item.sccj}`}>
        {item.ypgg} · {item.sccj}
      </p>
      <p className="text-note text-ink-2 truncate">{item.sjly.remarks}</p>
      <p className="flex justify-between gap-2 mb-1.5 text-note text-ink-3 num whitespace-nowrap overflow-hidden">
        <span className={item.is_yj === 1 ? 'text-promo-ink' : ''}>{expiryText(item)}</span>
        <span>{stockText(item)}</span>
      </p>
      <BuyRow id={item.id} />
    </li>
  );
}
