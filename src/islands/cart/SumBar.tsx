import { lazy, Suspense, useState } from 'react';
import { BestCart } from '#islands/quick-order/BestCart.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { deleteLines, selectLines } from '#lib/client/stores/cart/cart.ts';
import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import { templateLines } from '#lib/client/stores/templates.ts';
import type { CartState, StoreList } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { piecesText } from '#lib/rules/terms/pieces.ts';
import { AmountDetails } from './AmountDetails.tsx';
import { ClaimSaving } from './ClaimSaving.tsx';
import { GoOn } from './GoOn.tsx';

const SaveTemplateDialog = lazy(async () => ({
  default: (await import('#islands/quick-order/SaveTemplateDialog.tsx')).SaveTemplateDialog,
}));
const CopyDialog = lazy(async () => ({ default: (await import('./CopyDialog.tsx')).CopyDialog }));

interface Props {
  state: CartState;
  view: CartView;
  stores: StoreList['list'];
}

/** The sum of what is ticked, always in sight, and the way on. */
export function SumBar({ state, view, stores }: Props) {
  const [isCopying, setCopying] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { quote, quoted, total } = view;
  const isOpen = state.offers !== null;
  const buyable = state.data.filter((line) => isOpen && quoted.get(line.id)?.refusal === null);
  const counting = quote.lines.filter((line) => line.counts);
  // A line with only a wrong quantity can be corrected; the others are obstacles.
  const dead = state.data
    .filter((line) => (isOpen ? quoted.get(line.id)?.bounds.disabled && quoted.get(line.id)?.refusal : true))
    .map((line) => line.id);
  const remaining = templateLines(
    counting.flatMap(({ goodsId, quantity }) =>
      goodsId === null ? [] : [{ goods_id: goodsId, number: quantity }],
    ),
  );
  const mayOrder = state.may_order === 1;
  const pieces = piecesText(
    counting.map((line) => ({
      unit: view.terms.get(line.goodsId ?? 0)?.unit ?? '套',
      quantity: line.quantity,
    })),
  );
  return (
    <section
      aria-label="合计"
      // On a phone the acts stand below the lines, and the sum alone stays in sight.
      className="cart-sum max-md:contents md:(sticky bottom-0 z-20 panel shadow-float flex items-center gap-x-4 px-4 py-2 min-h-64px)"
    >
      <div className="flex flex-wrap items-center content-center gap-x-3 min-w-0 max-md:(panel px-3 py-1) md:max-xl:min-h-66px">
        <Tick
          label="全选"
          isLabelShown
          isOn={buyable.length > 0 && counting.length === buyable.length}
          isPartial={counting.length > 0}
          isDisabled={buyable.length === 0 || !mayOrder}
          onChange={(isOn) =>
            void selectLines(
              buyable.map((line) => line.id),
              isOn,
            )
          }
        />
        <Button
          kind="text"
          disabled={counting.length === 0 || !mayOrder}
          onClick={() => void deleteLines(counting.map((line) => line.id))}
        >
          删除选中
        </Button>
        {dead.length > 0 && mayOrder && (
          <Button kind="text" className="max-md:hidden" onClick={() => void deleteLines(dead)}>
            清理不可购买（{dead.length}）
          </Button>
        )}
        {stores.length > 0 && mayOrder && (
          <Button
            kind="text"
            className="max-md:hidden"
            aria-haspopup="dialog"
            disabled={counting.length === 0}
            onClick={() => setCopying(true)}
          >
            复制到门店
          </Button>
        )}
        {mayOrder && (
          <Button
            kind="text"
            className="max-md:hidden"
            aria-haspopup="dialog"
            disabled={remaining.length === 0}
            onClick={() => setSaving(true)}
          >
            存为模板
          </Button>
        )}
        {isSaving && (
          <Suspense fallback={null}>
            <SaveTemplateDialog lines={remaining} onClose={() => setSaving(false)} />
          </Suspense>
        )}
        {isCopying && (
          <Suspense fallback={null}>
            <CopyDialog
              ids={counting.map((line) => line.id)}
              stores={stores}
              onClose={() => setCopying(false)}
            />
          </Suspense>
        )}
        {isOpen && mayOrder && <BestCart ids={counting.map((line) => line.id)} />}
        {/* Comes when the coupon centre has answered: at the end, where it pushes nothing aside. */}
        <ClaimSaving state={state} />
      </div>
      <div className="cart-sum max-md:(sticky bottom-[var(--tab-bar)] z-20 panel shadow-float flex items-center gap-x-4 px-3 py-1.5) md:contents">
        {isOpen && (
          <div className="ml-auto grid justify-items-end md:(flex-1 min-w-220px)" aria-live="polite">
            <span className="max-md:hidden flex flex-wrap justify-end gap-x-2 text-note leading-16px text-ink-2 num whitespace-nowrap">
              <span>
                已选 {counting.length} 种<span className="max-xl:hidden"> {pieces}</span>
              </span>
              <span>商品 ¥{showYuan(total.goods_amount)}</span>
              {Number(total.discount_amount) > 0 && <span>优惠 −¥{showYuan(total.discount_amount)}</span>}
              <span>运费¥{showYuan(total.shipping_amount)}</span>
            </span>
            <span className="flex items-center gap-2">
              应付 <Price yuan={total.pay_amount} />
              <AmountDetails view={view} state={state} />
            </span>
          </div>
        )}
        <GoOn state={state} view={view} count={counting.length} />
      </div>
    </section>
  );
}
