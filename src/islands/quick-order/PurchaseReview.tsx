import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { isReady, type PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { amountOf } from './amounts.ts';
import { type Face, faceOf, faces } from './faces.ts';
import { PurchaseLine } from './PurchaseLine.tsx';
import type { Purchase } from './use-purchase.ts';

interface Props {
  purchase: Purchase;
  items: readonly PurchaseItem[];
}

/** The list as it was understood, in three colours; what is green goes into the cart, the rest stays to be mended. */
export function PurchaseReview({ purchase, items }: Props) {
  const [shown, setShown] = useState<Face | null>(null);
  const { work, add, clear } = purchase;
  if (items.length === 0)
    return (
      <div className="border-t border-t-solid border-line">
        <Empty
          icon="i-lucide-circle-check-big"
          title="采购单已处理完"
          text="商品都在购物车里了，可以去结算，或继续粘贴下一张。"
        >
          <a className={buttonClass()} href={path('/cart')}>
            去购物车
          </a>
        </Empty>
      </div>
    );
  const ready = items.filter(isReady);
  const sum = ready.reduce((total, { goods, number }) => total + (amountOf(goods, number) ?? 0), 0);
  const visible = shown === null ? items : items.filter((item) => faceOf(item) === shown);
  const count = (face: Face) => items.filter((item) => faceOf(item) === face).length;
  return (
    <section aria-label="匹配结果" className="border-t border-t-solid border-line">
      <div className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2">
        <h2 className="text-lead mr-2">
          匹配结果 <span className="num text-small font-400 text-ink-2">{items.length}行</span>
        </h2>
        {keysOf(faces).map((face) => (
          <button
            key={face}
            type="button"
            aria-pressed={shown === face}
            className={`btn-plain btn-small gap-1 ${shown === face ? 'border-primary' : ''}`}
            onClick={() => setShown(shown === face ? null : face)}
          >
            <span className={`${faces[face].icon} ${faces[face].ink} text-body`} aria-hidden="true" />
            {faces[face].text} <span className="num">{count(face)}</span>
          </button>
        ))}
        <Button kind="text" className="ml-auto" disabled={work !== null} onClick={clear}>
          清空结果
        </Button>
      </div>
      <ol className="grid">
        {visible.map((item) => (
          <PurchaseLine key={item.key} item={item} purchase={purchase} />
        ))}
      </ol>
      {visible.length === 0 && <p className="px-4 py-8 text-center text-ink-2">没有这一类的行</p>}
      <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] md:bottom-0 z-10 flex flex-wrap items-center justify-end gap-x-4 gap-y-1 px-3 md:px-4 py-2 min-h-bar bg-card border-t border-t-solid border-line rounded-b">
        <span className="text-small text-ink-2 num" aria-live="polite">
          可加入{ready.length}行 · 约¥{formatYuan(sum)}
          {items.length > ready.length && ` · 其余${items.length - ready.length}行留下待处理`}
        </span>
        <Button
          busy={work === 'add'}
          disabled={ready.length === 0 || work !== null}
          onClick={() => void add()}
        >
          加入购物车（{ready.length}）
        </Button>
      </div>
    </section>
  );
}
