import { useRef, useState } from 'react';
import { PackBox } from '#islands/buy/PackBox.tsx';
import { expiryText, stockText } from '#islands/goods/words.ts';
import { Button } from '#islands/ui/Button.tsx';
import { serverNow } from '#lib/client/clock.ts';
import type { PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { boundsOf, pricedAt } from './amounts.ts';
import { Candidates } from './Candidates.tsx';
import { faceOf, faces } from './faces.ts';
import type { Purchase } from './use-purchase.ts';
import { isQuestion, Reason, Written } from './Written.tsx';

interface Props {
  item: PurchaseItem;
  purchase: Purchase;
}

/** Columns of the list from 1280 px on; below it a row has two lines, on a phone it is a card. */
export const columns =
  'grid grid-cols-[108px_minmax(0,1fr)_auto] md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_108px_88px] xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_108px_72px_84px_160px] gap-x-2 xl:gap-x-3 items-center';

/** A row of the list: what was written, what it was taken for, how sure that is and why, and how to mend it. */
export function PurchaseLine({ item, purchase }: Props) {
  const { rewrite, settle, takeWay, drop, want, choose, basketWithout } = purchase;
  const [isWriting, setWriting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  function close() {
    setOpen(false);
    opener.current?.focus();
  }
  const face = faceOf(item);
  const { goods } = item;
  const priced = goods && item.number > 0 ? pricedAt(goods, item.number, serverNow()) : null;
  return (
    <li
      aria-label={item.text}
      aria-busy={item.isBusy || undefined}
      className={`${columns} gap-y-1.5 xl:gap-y-0 px-3 lg:px-4 py-2 xl:py-0.5 min-h-nav border-t border-t-solid border-line ${faces[face].bar} ${item.isBusy ? 'opacity-60' : ''}`}
    >
      <Written
        item={item}
        isWriting={isWriting}
        onWritten={(text) => {
          setWriting(false);
          if (text !== null) void rewrite(item, text);
        }}
      />
      {isQuestion(item) && (
        <Reason item={item}>
          {face === 'check' &&
            item.ways.map(({ number, text }) => (
              <Button
                key={number}
                kind="ghost"
                size="small"
                disabled={item.isBusy}
                onClick={() => takeWay(item, number)}
              >
                {text}
              </Button>
            ))}
        </Reason>
      )}
      <div className="min-w-0 max-md:col-span-full">{goods && <Taken goods={goods} />}</div>
      {goods && item.number > 0 ? <NumberBox item={item} purchase={purchase} /> : <span />}
      <span className="max-xl:hidden text-right num">{priced && `¥${showYuan(priced.each)}`}</span>
      <b className="text-right num font-600 text-price">{priced && `¥${showYuan(priced.gross)}`}</b>
      <div className="flex items-center justify-end md:max-xl:col-span-full">
        {((face === 'check' && item.ways.length === 0) || (goods !== null && item.refusal !== null)) && (
          <Button kind="ghost" size="small" disabled={item.isBusy} onClick={() => settle(item)}>
            确认
          </Button>
        )}
        {goods === null && !item.isSettled && (
          <Button kind="ghost" size="small" disabled={item.isBusy} onClick={() => void want(item)}>
            求购
          </Button>
        )}
        <button
          ref={opener}
          type="button"
          className="btn-text btn-small px-2"
          aria-label={goods === null ? `为${item.text}查找商品` : `更换${item.text}的商家或商品`}
          aria-expanded={isOpen}
          disabled={item.isBusy}
          onClick={() => setOpen(!isOpen)}
        >
          {goods === null ? '查找' : '更换'}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`改写${item.text}`}
          title="改写"
          disabled={item.isBusy}
          onClick={() => setWriting(true)}
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
      {isOpen && (
        <Candidates
          item={item}
          basket={basketWithout(item)}
          onChoose={(candidate) => {
            choose(item, candidate);
            close();
          }}
          onClose={close}
        />
      )}
    </li>
  );
}

function NumberBox({ item, purchase }: Props) {
  const { goods } = item;
  if (goods === null) return null;
  return (
    <div className="w-108px">
      <PackBox
        value={item.number}
        bounds={boundsOf(goods)}
        unit={goods.bzdw}
        label={`${goods.name} 数量`}
        onNumber={(number) => purchase.change(item, number)}
      />
    </div>
  );
}

/** The matched item of a row: product, merchant, shelf life, stock. */
function Taken({ goods }: { goods: GoodsItem }) {
  const facts = `${goods.sjly.remarks} · ${expiryText(goods)} · ${stockText(goods)}`;
  return (
    <>
      <p className="leading-18px xl:truncate" title={`${goods.name} ${goods.ypgg} ${goods.sccj}`}>
        <a
          className="font-600 hover:text-primary"
          href={path('/list/info/[id]', { id: goods.id })}
          target="_blank"
          rel="noreferrer"
        >
          {goods.name}
        </a>{' '}
        <span className="text-small">{goods.ypgg}</span>{' '}
        <span className="text-note text-ink-2">{goods.sccj}</span>
      </p>
      <p className="text-note leading-16px text-ink-2 num xl:truncate" title={facts}>
        {facts}
      </p>
    </>
  );
}
