import { useStore } from '@nanostores/react';
import { $offers } from '#lib/client/stores/goods/offers.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';

interface Props {
  ids: number[];
  /** These are not all items. */
  isPart: boolean;
}

/** The lowest 到手单价 among some items, for buyers who see prices; nothing where none can be bought. */
export function LowestNet({ ids, isPart }: Props) {
  const offers = useStore($offers, { keys: ids.map(String), ssr: 'initial' });
  const prices = ids.flatMap((id) => {
    const net = offers[id]?.net;
    return net ? [parseYuan(net.price)] : [];
  });
  // A box of its own before the prices come: what has none is never seen to come into view.
  if (prices.length === 0) return <span className="inline-block h-chip w-1px" />;
  return (
    <span className="num whitespace-nowrap text-small text-ink-2">
      {isPart ? '所列最低到手' : '最低到手'}{' '}
      <b className="text-lead text-price">¥{showYuan(Math.min(...prices))}</b>
      <span className="text-note">起</span>
    </span>
  );
}
