import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import type { PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import { type RepeatWay, repeatsIn } from '#lib/client/stores/quick-order/repeats.ts';

interface Props {
  items: readonly PurchaseItem[];
  isBusy: boolean;
  onMerge: (way: RepeatWay) => void;
}

/** Items named with their rows, so that it fits one line. */
const mostNamed = 2;

/** 重复: the same item in several rows needs a decision; without one, the pieces of all rows are bought. */
export function Repeats({ items, isBusy, onMerge }: Props) {
  const [remaining, setSaved] = useState('');
  const repeats = repeatsIn(items);
  const all = repeats.map(({ goodsId, number }) => `${goodsId}:${number}`).join();
  if (repeats.length === 0 || all === remaining) return null;
  const named = repeats.slice(0, mostNamed).map(({ places, number }) => {
    const goods = items[places[0] ?? 0]?.goods;
    return `${goods?.name}（第${places.map((place) => place + 1).join('、')}行，共${number}${goods?.bzdw}）`;
  });
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 md:px-4 py-1.5 bg-promo-wash text-small text-promo-ink"
    >
      <span className="min-w-0">
        有{repeats.length}种商品写了不止一行：{named.join('、')}
        {repeats.length > mostNamed && '等'}。不处理则各行相加购买。
      </span>
      <span className="flex flex-wrap gap-2 ml-auto">
        <Button kind="ghost" size="small" disabled={isBusy} onClick={() => onMerge('sum')}>
          合并数量
        </Button>
        <Button kind="plain" size="small" disabled={isBusy} onClick={() => onMerge('first')}>
          只留第一行
        </Button>
        <Button kind="plain" size="small" onClick={() => setSaved(all)}>
          都保留
        </Button>
      </span>
    </div>
  );
}
