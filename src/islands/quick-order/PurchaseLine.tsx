import { useState } from 'react';
import { expiryText, stockText } from '#islands/goods/words.ts';
import { Button } from '#islands/ui/Button.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import type { PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import type { GoodsItem } from '#lib/contract/goods/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { amountOf, boundsOf } from './amounts.ts';
import { faceOf, faces } from './faces.ts';
import type { Purchase } from './use-purchase.ts';

interface Props {
  item: PurchaseItem;
  purchase: Purchase;
}

/** A row of the list: what was written, what it was taken for, how sure that is and why, and how to mend it. */
export function PurchaseLine({ item, purchase }: Props) {
  const { mend, settle, drop } = purchase;
  const [draft, setDraft] = useState<string | null>(null);
  const face = faces[faceOf(item)];
  const { goods } = item;
  const reason = item.refusal ?? (item.isSettled && item.grade === 'check' ? '您已核对' : item.reason);

  function rewrite() {
    const text = draft?.trim() ?? '';
    setDraft(null);
    if (text !== '' && text !== item.text) void mend(item, { text });
  }

  return (
    <li
      aria-label={item.text}
      aria-busy={item.isBusy || undefined}
      className={`grid grid-cols-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_272px] gap-x-4 gap-y-2 items-center px-3 md:px-4 py-3 border-t border-t-solid border-line ${face.bar} ${item.isBusy ? 'opacity-60' : ''}`}
    >
      <div className="min-w-0">
        {draft === null ? (
          <p className="text-small break-all">{item.text}</p>
        ) : (
          <div className="flex gap-2">
            <input
              className="input h-tool"
              aria-label={`改写${item.text}`}
              maxLength={300}
              value={draft}
              // biome-ignore lint/a11y/noAutofocus: it opens at the press of its own button
              autoFocus
              onChange={(event) => setDraft(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') rewrite();
                if (event.key === 'Escape') setDraft(null);
              }}
            />
            <Button kind="ghost" size="small" onClick={rewrite}>
              重新匹配
            </Button>
          </div>
        )}
        <p className={`flex items-start gap-1 mt-0.5 text-note ${face.ink}`}>
          <span className={`${face.icon} text-body mt-0.5`} aria-hidden="true" />
          <span>
            <b className="font-600">{face.text}</b>
            {item.confidence > 0 && <span className="num"> {item.confidence}%</span>} · {reason}
          </span>
        </p>
      </div>
      <div className="min-w-0">
        {goods && <Taken goods={goods} number={item.number} />}
        {item.others.length > 0 && (
          <div className="flex items-center gap-2 mt-1 text-note">
            <SelectBox
              label={goods ? '换一个' : '可能是'}
              className="input h-small px-1 text-note min-w-0"
              value=""
              disabled={item.isBusy}
              placeholder={`${item.others.length}个候选`}
              options={item.others.map((other) => ({
                value: String(other.product_id),
                text: `${other.name} ${other.ypgg} ${other.sccj}${other.note === '' ? '' : `（${other.note}）`}`,
              }))}
              onChange={(event) => void mend(item, { productId: Number(event.target.value) })}
            />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:justify-end">
        {goods && item.number > 0 && <NumberBox item={item} purchase={purchase} />}
        {faceOf(item) === 'check' && (
          <Button kind="ghost" size="small" disabled={item.isBusy} onClick={() => settle(item)}>
            确认
          </Button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={`改写${item.text}`}
          title="改写"
          disabled={item.isBusy}
          onClick={() => setDraft(item.text)}
        >
          <span className="i-lucide-pencil text-title" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`移除${item.text}`}
          title="移除"
          onClick={() => drop(item)}
        >
          <span className="i-lucide-trash-2 text-title" aria-hidden="true" />
        </button>
      </div>
    </li>
  );
}

function NumberBox({ item, purchase }: Props) {
  const { goods } = item;
  if (goods === null) return null;
  const bounds = boundsOf(goods);
  return (
    <div className="w-124px">
      <Stepper
        value={item.number}
        min={bounds.min}
        max={bounds.max}
        step={bounds.step}
        size="small"
        label={`${goods.name} 数量`}
        disabled={bounds.disabled}
        onChange={(asked) => purchase.change(item, asked)}
      />
    </div>
  );
}

/** The goods that the row would become, with its price and amount. */
function Taken({ goods, number }: { goods: GoodsItem; number: number }) {
  const amount = number > 0 ? amountOf(goods, number) : null;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <a
          className="font-600 hover:text-primary"
          href={path('/list/info/[id]', { id: goods.id })}
          target="_blank"
          rel="noreferrer"
        >
          {goods.name}
        </a>
        <span className="text-small">{goods.ypgg}</span>
        {goods.price !== undefined && <b className="num text-price ml-auto">¥{goods.price}</b>}
      </p>
      <p className="flex gap-x-2 text-note text-ink-2 num">
        <span className="truncate">
          {goods.sccj} · {goods.sjly.remarks} · {expiryText(goods)} · {stockText(goods)}
        </span>
        {amount !== null && <span className="ml-auto whitespace-nowrap">小计 ¥{formatYuan(amount)}</span>}
      </p>
    </>
  );
}
