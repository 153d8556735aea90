import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import type { LiveGoodsWire } from '#lib/contract/live/schema.ts';
import { GoodsItem } from './GoodsItem.tsx';

/** Most goods that stand pinned at once; more are in the sheet. */
const mostPinned = 2;

interface Props {
  goods: readonly LiveGoodsWire[];
  /** Ids of those that are pinned now, the newest first. */
  pinned: readonly number[];
  isReplay: boolean;
}

/** The pinned goods by the clock of the picture, and all of the room's in a sheet. */
export function RoomGoods({ goods, pinned, isReplay }: Props) {
  const [isOpen, setOpen] = useState(false);
  const shown = pinned.flatMap((id) => goods.find((item) => item.id === id) ?? []).slice(0, mostPinned);
  return (
    <section aria-label="直播商品" className="panel">
      <div className="panel-title">
        <h2 className="text-title">{isReplay ? '本段商品' : '正在讲解'}</h2>
        <span className="ml-auto">
          <Button kind="plain" size="small" onClick={() => setOpen(true)}>
            <span className="i-lucide-shopping-bag" aria-hidden="true" />
            全部商品 {goods.length}
          </Button>
        </span>
      </div>
      <div className="grid gap-2 p-3" aria-live="polite">
        {shown.map((item) => (
          <GoodsItem key={item.id} item={item} isPinned isTold={!isReplay} />
        ))}
        {shown.length === 0 && (
          <p className="m-0 py-2 text-small text-ink-2">
            {isReplay ? '本段没有商品，可以看全部商品。' : '主播还没有推出商品，可以先看全部商品。'}
          </p>
        )}
      </div>
      <Dialog
        title={`全部商品（${goods.length}）`}
        open={isOpen}
        onClose={() => setOpen(false)}
        width="wide"
        isTall
      >
        <ul className="grid sm:grid-cols-2 gap-3 m-0 p-0 list-none">
          {goods.map((item) => (
            <li key={item.id} className="border border-solid border-line rounded min-w-0">
              <GoodsItem item={item} isTold={!isReplay && shown.includes(item)} />
            </li>
          ))}
        </ul>
      </Dialog>
    </section>
  );
}
