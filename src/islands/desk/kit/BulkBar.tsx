import { type ReactNode, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import type { Ticks } from '#islands/ui/use-ticks.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { Act, ListShape } from '#lib/contract/desk/list.ts';
import { ActDialog } from './ActDialog.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { type BulkState, type Found, useBulk } from './use-bulk.ts';

interface Props {
  list: ListShape;
  acts: readonly (readonly [name: string, act: Act])[];
  ticks: Ticks<string | number>;
  /** The search, for all that it finds. */
  values: Readonly<Record<string, string>>;
  /** All that was found; null where there is more than is counted, or no more than this page. */
  found: Found | null;
  /** Links to sheets of the ticked rows. */
  links: ((ids: readonly (string | number)[]) => ReactNode) | undefined;
  onDone: () => void;
}

/** Acts on the ticked rows, or on all rows of the search. */
export function BulkBar({ list, acts, values, ticks, found, links, onDone }: Props) {
  const { edits } = list;
  const [isChanging, setChanging] = useState(false);
  const [isAllFound, setAllFound] = useState(false);
  const [opened, setOpened] = useState<readonly [name: string, act: Act] | null>(null);
  const bulk = useBulk(list.page, () => {
    ticks.clear();
    setAllFound(false);
    onDone();
  });
  const isAll = isAllFound && found !== null && ticks.isAll;
  const count = isAll ? found.count : ticks.ids.length;
  const target = isAll ? found : ticks.ids;

  async function press(name: string, act: Act) {
    if (act.fields) setOpened([name, act]);
    else if (
      await ask({
        title: act.text,
        text: `对${count}条执行“${act.text}”？`,
        confirm: act.text,
        cancel: '取消',
      })
    )
      await bulk.run({ name, text: act.text, fields: {} }, target);
  }

  return (
    <>
      <SelectionBar ticks={ticks} count={count > 0 ? `已选${count}条` : ''}>
        {ticks.isAll && found !== null && !isAll && (
          <Button kind="text" size="small" onClick={() => setAllFound(true)}>
            选择全部找到的{found.count}条
          </Button>
        )}
        {ticks.ids.length > 0 && links?.(ticks.ids)}
        {edits !== undefined && (
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
          of={`${count}条`}
          columns={list.columns}
          row={null}
          send={async (fields) => {
            void bulk.run({ name: opened[0], text: opened[1].text, fields }, target);
          }}
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
      {bulk.state !== null && <Progress state={bulk.state} onClose={bulk.close} />}
    </>
  );
}

function Progress({ state, onClose }: { state: BulkState; onClose: () => void }) {
  const { text, all, done, refused, isOver } = state;
  return (
    <Dialog
      open
      title={`批量${text}`}
      onClose={() => isOver && onClose()}
      footer={
        <Button disabled={!isOver} onClick={onClose}>
          完成
        </Button>
      }
    >
      <div className="grid gap-3 text-small">
        <progress className="w-full" max={all} value={done + refused.length} aria-label="进度" />
        <p role="status" className="m-0 num">
          共{all}条，已完成{done}条{refused.length > 0 && `，未完成${refused.length}条`}
        </p>
        {refused.length > 0 && (
          <ul className="m-0 pl-4">
            {refused.map(({ name, why }) => (
              <li key={name}>
                {name}：{why}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
