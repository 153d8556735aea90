import { type ReactNode, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import type { Ticks } from '#islands/ui/use-ticks.ts';
import { previewBulk } from '#lib/client/stores/desk/lists.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { BulkPreview } from '#lib/contract/desk/bulk.ts';
import { type Act, type ListShape, listName, sideOf } from '#lib/contract/desk/list.ts';
import { ActDialog } from './ActDialog.tsx';
import { BulkNote } from './BulkNote.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import type { Found, Press } from './use-bulk.ts';

interface Props {
  list: ListShape;
  acts: readonly (readonly [name: string, act: Act])[];
  ticks: Ticks<string | number>;
  /** The search, for all that it finds. */
  values: Readonly<Record<string, string>>;
  /** All that was found; null where that is no more than this page. `isMore`: the count stopped at its limit. */
  found: (Found & { isMore: boolean }) | null;
  /** Links to sheets of the ticked rows. */
  links: ((ids: readonly (string | number)[]) => ReactNode) | undefined;
  begin: (press: Press, target: Target) => Promise<void>;
}

type Target = readonly (string | number)[] | Found;

/** An act with its rows as they were pressed, counted by the server. */
interface Opened {
  name: string;
  act: Act;
  target: Target;
  preview: BulkPreview;
}

/** Acts on the ticked rows, or on all rows of the search. */
export function BulkBar({ list, acts, values, ticks, found, links, begin }: Props) {
  const { edits, subject = 'goods' } = list;
  const [isChanging, setChanging] = useState(false);
  const [isAllFound, setAllFound] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const isAll = isAllFound && found !== null && ticks.isAll;
  const count = isAll ? found.count : ticks.ids.length;
  const many = `${count}${isAll && found.isMore ? '+' : ''}`;

  async function send(press: Press, target: Target) {
    await begin(press, target);
    ticks.clear();
    setAllFound(false);
  }

  async function press(name: string, act: Act) {
    const search = isAll ? found.search : '';
    const ids = isAll ? [] : ticks.ids;
    const preview = await previewBulk({ list: listName(list), act: name, ids: ids.map(String), search });
    setOpened({ name, act, preview, target: isAll ? { search, count: preview.rows } : ids });
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
          act={opened.act}
          side={sideOf(list, opened.act)}
          of={`${opened.preview.rows}条`}
          columns={list.columns}
          row={null}
          details={<BulkNote text={opened.act.text} preview={opened.preview} />}
          send={(fields) => send({ name: opened.name, text: opened.act.text, fields }, opened.target)}
          onClose={() => setOpened(null)}
        />
      )}
      {isChanging && edits !== undefined && (
        <ChangeDialog
          subject={subject}
          fields={edits}
          target={isAll ? { values, count } : ticks.ids}
          count={count}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}
