import { type ReactNode, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import type { Ticks } from '#islands/ui/use-ticks.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { Act, ListShape } from '#lib/contract/desk/list.ts';
import { ActDialog } from './ActDialog.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import type { Found, Press } from './use-bulk.ts';

interface Props {
  list: ListShape;
  acts: readonly (readonly [name: string, act: Act])[];
  ticks: Ticks<string | number>;
  /** The search, for all that it finds. */
  values: Readonly<Record<string, string>>;
  /** All that was found; null where that is no more than this page. */
  found: Found | null;
  /** Links to sheets of the ticked rows. */
  links: ((ids: readonly (string | number)[]) => ReactNode) | undefined;
  begin: (press: Press, target: readonly (string | number)[] | Found) => Promise<void>;
}

/** Acts on the ticked rows, or on all rows of the search. */
export function BulkBar({ list, acts, values, ticks, found, links, begin }: Props) {
  const { edits } = list;
  const [isChanging, setChanging] = useState(false);
  const [isAllFound, setAllFound] = useState(false);
  const [opened, setOpened] = useState<readonly [name: string, act: Act] | null>(null);
  const isAll = isAllFound && found !== null && ticks.isAll;
  const count = isAll ? found.count : ticks.ids.length;
  const target = isAll ? found : ticks.ids;
  const many = `${count}${isAll && found.isMore ? '+' : ''}`;

  async function send(press: Press) {
    await begin(press, target);
    ticks.clear();
    setAllFound(false);
  }

  async function press(name: string, act: Act) {
    if (act.fields) setOpened([name, act]);
    else if (
      await ask({
        title: act.text,
        text: `对${many}条执行“${act.text}”？`,
        confirm: act.text,
        cancel: '取消',
      })
    )
      await send({ name, text: act.text, fields: {} });
  }

  return (
    <>
      <SelectionBar ticks={ticks} count={count > 0 ? `已选${many}条` : ''}>
        {ticks.isAll && found !== null && !isAll && (
          <Button kind="text" size="small" onClick={() => setAllFound(true)}>
            选择全部找到的{found.count}
            {found.isMore && '+'}条
          </Button>
        )}
        {ticks.ids.length > 0 && links?.(ticks.ids)}
        {edits !== undefined && !(isAll && found.isMore) && (
          <Button
            size="small"
            className="max-md:h-touch"
            disabled={count === 0}
            onClick={() => setChanging(true)}
          >
            批量修改
          </Button>
        )}
        {acts.map(([name, act]) => (
          <Button
            key={name}
            size="small"
            className="max-md:h-touch"
            disabled={count === 0}
            onClick={() => press(name, act).catch(react)}
          >
            批量{act.text}
          </Button>
        ))}
      </SelectionBar>
      {opened !== null && (
        <ActDialog
          act={opened[1]}
          of={`${many}条`}
          columns={list.columns}
          row={null}
          send={(fields) => send({ name: opened[0], text: opened[1].text, fields })}
          onClose={() => setOpened(null)}
        />
      )}
      {isChanging && edits !== undefined && (
        <ChangeDialog
          fields={edits}
          target={isAll ? { values, count } : ticks.ids}
          count={count}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}
