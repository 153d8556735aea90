import { useEffect, useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FieldShell } from '#islands/ui/FieldShell.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { TypedBox } from '#islands/ui/TypedBox.tsx';
import { findOtcTag } from '#islands/ui/tag-kinds.ts';
import { findRoomGoods } from '#lib/client/stores/desk/live.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { RoomGoods } from '#lib/contract/live/desk-schema.ts';
import { maxRoomGoods } from '#lib/rules/live/desk.ts';

export type ChosenGoods = Pick<RoomGoods, 'id' | 'name' | 'spec' | 'maker' | 'otc' | 'point'>;

export function chosenOf({ id, name, spec, maker, otc, point }: RoomGoods): ChosenGoods {
  return { id, name, spec, maker, otc, point };
}

interface Props {
  goods: readonly ChosenGoods[];
  error: string | undefined;
  onChange: (goods: ChosenGoods[]) => void;
}

/** Pause in typing before the search, ms. */
const pause = 250;

/** The goods of a room in the host's order, each with a line about it. */
export function GoodsRows({ goods, error, onChange }: Props) {
  const errorId = useId();
  const put = (at: number, point: string) =>
    onChange(goods.map((one, place) => (place === at ? { ...one, point } : one)));
  const move = (at: number, by: 1 | -1) => {
    const next = [...goods];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    onChange(next);
  };
  return (
    <fieldset
      data-field="goods"
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : errorId}
      className="grid gap-3 m-0 p-0 border-0 min-w-0"
    >
      <legend className="mb-2 p-0 font-600">
        商品（{goods.length}种，最多{maxRoomGoods}种，按讲解顺序）
      </legend>
      {error !== undefined && (
        <p id={errorId} className="m-0 text-small text-price-ink">
          {error}
        </p>
      )}
      <ol className="grid gap-2 m-0 p-0 list-none">
        {goods.map((one, at) => {
          const otc = findOtcTag(one.otc);
          return (
            <li
              key={one.id}
              className="grid gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end border-b border-b-solid border-line pb-2"
            >
              <div className="min-w-0 self-center">
                <span className="num text-ink-2 mr-1">{at + 1}.</span>
                {one.name} {otc && <Tag kind={otc.kind}>{otc.text}</Tag>}
                <span className="block text-note text-ink-2">
                  {one.spec} · {one.maker} · 编号{one.id}
                </span>
              </div>
              <FieldShell label={`推荐语（选填，不写价格）`}>
                {(box) => (
                  <TypedBox
                    {...box}
                    className="input"
                    aria-label={`${one.name}的推荐语`}
                    value={one.point}
                    maxLength={60}
                    onType={(text) => put(at, text)}
                  />
                )}
              </FieldShell>
              <p className="flex items-center gap-1 m-0 h-control">
                <Button
                  kind="text"
                  size="small"
                  disabled={at === 0}
                  aria-label={`上移${one.name}`}
                  onClick={() => move(at, -1)}
                >
                  上移
                </Button>
                <Button
                  kind="text"
                  size="small"
                  disabled={at === goods.length - 1}
                  aria-label={`下移${one.name}`}
                  onClick={() => move(at, 1)}
                >
                  下移
                </Button>
                <Button
                  kind="text"
                  size="small"
                  aria-label={`删除${one.name}`}
                  onClick={() => onChange(goods.filter((_, place) => place !== at))}
                >
                  删除
                </Button>
              </p>
            </li>
          );
        })}
      </ol>
      {goods.length < maxRoomGoods && (
        <FindBox
          isChosen={(id) => goods.some((one) => one.id === id)}
          onAdd={(one) => onChange([...goods, chosenOf(one)])}
        />
      )}
    </fieldset>
  );
}

interface FindProps {
  isChosen: (id: number) => boolean;
  onAdd: (goods: RoomGoods) => void;
}

/** Finds own goods by name, maker or number; Enter takes the first one. */
function FindBox({ isChosen, onAdd }: FindProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly RoomGoods[] | null>(null);
  const asked = text.trim();
  useEffect(() => {
    setFound(null);
    if (asked === '') return;
    let isOver = false;
    const timer = setTimeout(() => {
      findRoomGoods(asked).then((list) => !isOver && setFound(list), react);
    }, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked]);
  const free = (found ?? []).filter(({ id }) => !isChosen(id));

  function add(one: RoomGoods) {
    onAdd(one);
    setText('');
  }

  return (
    <div className="grid gap-2 max-w-480px">
      <Field
        label="添加商品"
        hint="在售的本商家商品；回车添加第一个"
        placeholder="名称、厂家或商品编号"
        maxLength={60}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const [first] = free;
          if (pressedKey(event) !== 'Enter') return;
          event.preventDefault();
          if (first) add(first);
        }}
      />
      {found !== null && (
        <ul
          aria-label="找到的商品"
          className="max-h-240px overflow-auto m-0 p-0 list-none border border-solid border-line rounded"
        >
          {free.length === 0 && <li className="px-3 py-2 text-small text-ink-2">没有可添加的商品</li>}
          {free.map((one, nth) => (
            <li key={one.id} className="border-t border-t-solid border-line first:border-t-0">
              <button
                type="button"
                // The first one is Enter's: the pointer makes none of the others look like it.
                className={`flex items-center gap-2 w-full px-3 py-2 border-0 text-left cursor-pointer ${nth === 0 ? 'bg-primary-wash' : 'bg-transparent hover:bg-card-dim'}`}
                onClick={() => add(one)}
              >
                <span className="flex-1 min-w-0">
                  {one.name}
                  <span className="block text-note text-ink-2">
                    {one.spec} · {one.maker} · {one.otc} · 库存{one.stock}
                  </span>
                </span>
                {nth === 0 && <span className="flex-none text-note text-primary-ink">回车添加</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
