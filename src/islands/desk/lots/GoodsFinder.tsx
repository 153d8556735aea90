import { type KeyboardEvent, useEffect, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { findLotGoods } from '#lib/client/stores/desk/lots.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { LotGoods } from '#lib/contract/lots.ts';

/** Pause in typing before the search, ms. */
const pause = 250;

/**
 * Finds one of the merchant's own items, by a part of its name, its number or its barcode; `typed` is the text that
 * found it.
 */
export function GoodsFinder({ onChoose }: { onChoose: (goods: LotGoods, typed: string) => void }) {
  const [name, setName] = useState('');
  const [found, setFound] = useState<readonly LotGoods[] | null>(null);

  useEffect(() => {
    const asked = name.trim();
    setFound(null);
    if (asked === '') return;
    let isOver = false;
    const timer = setTimeout(() => {
      findLotGoods(asked).then((list) => !isOver && setFound(list), react);
    }, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [name]);

  function takeOnly(event: KeyboardEvent) {
    const [only, more] = found ?? [];
    if (pressedKey(event) === 'Enter' && only && !more) onChoose(only, name);
  }

  return (
    <div className="grid gap-2">
      <Field
        label="商品"
        placeholder="名称、商品编号或条码"
        maxLength={100}
        data-focus
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={takeOnly}
      />
      <p role="status" className="sr-only">
        {found === null ? '' : `找到${found.length}个商品`}
      </p>
      {found !== null && found.length === 0 && <p className="text-small text-ink-2">没有这个商品</p>}
      {found !== null && found.length > 0 && (
        <ul
          aria-label="找到的商品"
          className="max-h-240px overflow-auto border border-solid border-line rounded"
        >
          {found.map((goods) => (
            <li key={goods.id} className="border-t border-t-solid border-line first:border-t-0">
              <button
                type="button"
                className="w-full px-3 py-2 border-0 bg-transparent text-left cursor-pointer hover:bg-primary-wash"
                onClick={() => onChoose(goods, name)}
              >
                {goods.name}
                <span className="block text-note text-ink-2">
                  {goods.spec} · {goods.maker} · <span className="num">{goods.id}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
