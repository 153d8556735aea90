import { Tag } from '#islands/ui/Tag.tsx';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import type { OrderLineWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';

/** Tags of the wire's line types; ordinary lines carry none. */
const types: Record<number, string> = { 1: '秒杀', 2: '拼团', 3: '组合', 4: '换购', 5: '赠品' };

/** Picture, name and facts of a line as they were when it was ordered. */
export function LineGoods({ line, size = 'normal' }: { line: OrderLineWire; size?: 'small' | 'normal' }) {
  const type = types[line.type];
  return (
    <div className="flex gap-3 min-w-0">
      <img
        src={line.image}
        alt=""
        width="56"
        height="56"
        loading="lazy"
        className={`${size === 'small' ? 'w-touch h-touch' : 'w-56px h-bar'} flex-none object-contain rounded-tag bg-card-dim`}
        onError={(event) => {
          if (!event.currentTarget.src.endsWith(placeholderPath)) event.currentTarget.src = placeholderPath;
        }}
      />
      <div className="min-w-0 self-center">
        <p className="flex items-center gap-1.5">
          <a
            className="font-600 truncate hover:text-primary"
            href={path('/list/info/[id]', { id: line.goods_id })}
          >
            {line.name}
          </a>
          {type && <Tag>{type}</Tag>}
        </p>
        <p className="text-note text-ink-2 truncate num">
          {line.ypgg} · {line.sccj}
        </p>
      </div>
    </div>
  );
}
