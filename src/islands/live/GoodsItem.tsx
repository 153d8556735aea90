import { BuyRow } from '#islands/buy/BuyRow.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { findOtcTag } from '#islands/ui/tag-kinds.ts';
import type { LiveGoodsWire } from '#lib/contract/live/schema.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  item: LiveGoodsWire;
  /** Stands beside the picture. */
  isPinned?: boolean;
  /** The host tells about it now. */
  isTold?: boolean;
}

/** Goods of a room with the viewer's own price and stock. */
export function GoodsItem({ item, isPinned = false, isTold = false }: Props) {
  const otc = findOtcTag(item.otc);
  return (
    <article
      data-live-goods={item.id}
      className={`relative grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-2 p-3 ${isPinned ? 'rounded border border-solid border-primary bg-card' : ''}`}
    >
      <img
        src={item.image}
        alt=""
        width="72"
        height="60"
        loading="lazy"
        className="w-72px h-60px object-contain rounded-tag bg-card-dim"
      />
      {/* Star and bell stand at its right. */}
      <div className="min-w-0 pr-10">
        <h3 className="text-body font-600 line-clamp-2">
          {isTold && <Tag kind="warn">讲解中</Tag>} {otc && <Tag kind={otc.kind}>{otc.text}</Tag>}{' '}
          <a
            className="hover:text-primary"
            href={path('/list/info/[id]', { id: item.id })}
            target="_blank"
            rel="noopener"
          >
            {item.name}
          </a>
        </h3>
        <p className="m-0 text-note text-ink-2 truncate">
          {item.ypgg} · {item.sccj}
        </p>
        {item.point !== '' && <p className="m-0 text-note text-promo-ink line-clamp-2">{item.point}</p>}
      </div>
      <div
        className={`col-span-full grid [html:not([data-buyer])_&>*]:min-h-0 ${isPinned ? '[&_[data-login]]:btn-ghost [&_[data-login]]:h-tool' : ''}`}
      >
        <BuyRow id={item.id} />
      </div>
    </article>
  );
}
