import { lazy, Suspense, useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { isReady, type PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import { type RepeatWay, repeatsIn } from '#lib/client/stores/quick-order/repeats.ts';
import { templateLines } from '#lib/client/stores/templates.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { answerGroups } from '#lib/rules/purchase/answer-groups.ts';
import { leftText, mayConfirmTogether } from '#lib/rules/purchase/confirm-all.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { amountOf } from './amounts.ts';
import { DraftNote } from './DraftBar.tsx';
import { type Face, faceOf, faces } from './faces.ts';
import { columns, PurchaseLine } from './PurchaseLine.tsx';
import type { Purchase } from './use-purchase.ts';

interface RepeatsProps {
  items: readonly PurchaseItem[];
  isBusy: boolean;
  onMerge: (way: RepeatWay) => void;
}

/** Items named with their rows, so that it fits one line. */
const mostNamed = 2;

/** 重复: the same item in several rows needs a decision; without one, the pieces of all rows are bought. */
function Repeats({ items, isBusy, onMerge }: RepeatsProps) {
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

/** Marks and makers that the shop has not: one press answers for all of their rows. */
function Groups({ purchase: { items, work, settleRows } }: Pick<Props, 'purchase'>) {
  return answerGroups(items).map(({ kind, text, button, places }) => (
    <div
      key={kind}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 md:px-4 py-1.5 bg-promo-wash text-small text-promo-ink"
    >
      <span className="min-w-0">{text}</span>
      <Button
        kind="ghost"
        size="small"
        className="ml-auto"
        disabled={work !== null}
        onClick={() => settleRows(new Set(places.map((at) => items[at]?.key ?? 0)))}
      >
        {button}
      </Button>
    </div>
  ));
}

const SaveTemplateDialog = lazy(async () => ({
  default: (await import('./SaveTemplateDialog.tsx')).SaveTemplateDialog,
}));

interface Props {
  purchase: Purchase;
  /** Opens the box again; null while it is open. */
  onMore: (() => void) | null;
  more: string;
}

/** The matched list, in three colours; green rows go into the cart, the others stay for correction. */
export function PurchaseReview({ purchase, onMore, more }: Props) {
  const [shown, setShown] = useState<Face | null>(null);
  const { items, work, draft, hasLast, add, clear, restore, settleAll } = purchase;
  const ready = items.filter(isReady);
  const sum = ready.reduce((total, { goods, number }) => total + (amountOf(goods, number) ?? 0), 0);
  const visible = shown === null ? items : items.filter((item) => faceOf(item) === shown);
  const count = (face: Face) => items.filter((item) => faceOf(item) === face).length;
  const together = items.filter(mayConfirmTogether).length;
  const left = leftText(items);
  const [isSaving, setSaving] = useState(false);
  const section = useRef<HTMLElement>(null);
  async function addAll() {
    await add();
    // The list is shorter now: the rows that are left come into view, not what stood below them.
    setShown(null);
    section.current?.scrollIntoView({ block: 'start' });
  }
  return (
    <section ref={section} aria-label="匹配结果" className="scroll-mt-76px">
      {isSaving && (
        <Suspense fallback={null}>
          <SaveTemplateDialog
            lines={templateLines(ready.map(({ goods, number }) => ({ goods_id: goods.id, number })))}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-1.5">
        <h2 className="text-body mr-1">
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
        {together > 0 && (
          <Button size="small" kind="ghost" disabled={work !== null} onClick={settleAll}>
            全部确认（{together}）
          </Button>
        )}
        {left !== null && <span className="text-note text-promo-ink">{left}</span>}
        <span className="flex flex-wrap items-center gap-x-3 ml-auto">
          <DraftNote state={draft.state} />
          {onMore && (
            <Button kind="text" size="small" disabled={work !== null} onClick={onMore}>
              {more}
            </Button>
          )}
          {hasLast && (
            <Button kind="text" size="small" busy={work === 'restore'} onClick={() => void restore()}>
              恢复上次清单
            </Button>
          )}
          <Button
            kind="text"
            size="small"
            aria-haspopup="dialog"
            disabled={ready.length === 0 || work !== null}
            onClick={() => setSaving(true)}
          >
            存为模板
          </Button>
          <Button kind="text" size="small" disabled={work !== null} onClick={() => void clear()}>
            清空
          </Button>
        </span>
      </div>
      <Groups purchase={purchase} />
      <Repeats items={items} isBusy={work !== null} onMerge={purchase.merge} />
      <div
        aria-hidden="true"
        className={`${columns} max-xl:hidden px-4 h-small bg-card-dim text-note text-ink-2 border-t border-t-solid border-line`}
      >
        <span>您写的</span>
        <span>商品</span>
        <span className="text-center">数量</span>
        <span className="text-right">单价</span>
        <span className="text-right">小计</span>
        <span />
      </div>
      <ol className="grid">
        {visible.map((item) => (
          <PurchaseLine key={item.key} item={item} purchase={purchase} />
        ))}
      </ol>
      {visible.length === 0 && <p className="px-4 py-8 text-center text-ink-2">没有这一类的行</p>}
      <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] md:bottom-0 z-10 flex flex-wrap items-center justify-end gap-x-4 gap-y-1 px-3 md:px-4 py-2 min-h-bar bg-card border-t border-t-solid border-line rounded-b">
        <span className="text-small text-ink-2 num" aria-live="polite">
          可加入{ready.length}行 · 约¥{showYuan(sum)}
          {items.length > ready.length && ` · 其余${items.length - ready.length}行留下待处理`}
        </span>
        <a className={buttonClass('plain')} href={path('/cart')}>
          去购物车
        </a>
        <Button
          busy={work === 'add'}
          disabled={ready.length === 0 || work !== null}
          onClick={() => void addAll()}
        >
          加入购物车（{ready.length}）
        </Button>
      </div>
    </section>
  );
}
