import { type KeyboardEvent, useEffect, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { type FoundGoods, findGoods } from '#lib/client/stores/desk/goods.ts';
import { react } from '#lib/client/stores/shell/react.ts';

interface Props {
  label: string;
  hint: string | undefined;
  /** The name of the form's value: the number of the chosen item, empty for none. */
  name: string;
  error: string | undefined;
}

/** Pause in typing before the search, ms. */
const pause = 250;

/** Finds an item of the shop by its name; a number is taken as it is. */
export function GoodsField({ label, hint, name, error }: Props) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<FoundGoods | null>(null);
  const [found, setFound] = useState<readonly FoundGoods[]>([]);
  const asked = text.trim();
  const isNumber = /^\d{1,10}$/.test(asked);

  useEffect(() => {
    setFound([]);
    if (asked.length < 2 || isNumber || chosen !== null) return;
    let isOver = false;
    const timer = setTimeout(() => {
      findGoods(asked).then((list) => !isOver && setFound(list), react);
    }, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked, isNumber, chosen]);

  function choose(goods: FoundGoods) {
    setChosen(goods);
    setText(goods.name);
  }

  function onKey(event: KeyboardEvent) {
    const [first] = found;
    if (pressedKey(event) !== 'Enter' || first === undefined) return;
    event.preventDefault();
    choose(first);
  }

  const value = chosen !== null ? String(chosen.id) : isNumber ? asked : '';
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        hint={chosen === null ? hint : `已选 ${chosen.note} · 编号${chosen.id}`}
        error={error}
        placeholder="名称、厂家或商品编号"
        maxLength={60}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(null);
        }}
        onKeyDown={onKey}
      />
      <input type="hidden" name={name} value={value} />
      {found.length > 0 && (
        <ul
          aria-label="找到的商品"
          className="max-h-240px overflow-auto m-0 p-0 list-none border border-solid border-line rounded"
        >
          {found.map((goods) => (
            <li key={goods.id} className="border-t border-t-solid border-line first:border-t-0">
              <button
                type="button"
                className="w-full px-3 py-2 border-0 bg-transparent text-left cursor-pointer hover:bg-primary-wash"
                onClick={() => choose(goods)}
              >
                {goods.name}
                <span className="block text-note text-ink-2">{goods.note}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
