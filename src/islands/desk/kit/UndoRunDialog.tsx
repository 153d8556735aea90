import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { bulkChanged } from '#lib/client/stores/desk/lists.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';

interface Props {
  run: BulkRunWire;
  /** Null: all that it changed. */
  undo: (nos: readonly number[] | null) => Promise<void>;
  onClose: () => void;
}

/** Undoes a run whole, or the ticked ones of its first rows. */
export function UndoRunDialog({ run, undo, onClose }: Props) {
  const [rows, setRows] = useState<readonly { no: number; name: string }[]>([]);
  const [isBusy, setBusy] = useState(false);
  const ticks = useTicks(rows.map(({ no }) => no));
  useEffect(() => void bulkChanged(run.id).then(setRows, react), [run.id]);

  async function press(nos: readonly number[] | null) {
    setBusy(true);
    await undo(nos).catch(react);
    setBusy(false);
    onClose();
  }

  return (
    <Dialog
      open
      title={`撤销批量${run.text}`}
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" busy={isBusy} onClick={() => void press(null)}>
            全部撤销（{run.done}条）
          </Button>
          <Button busy={isBusy} disabled={ticks.ids.length === 0} onClick={() => void press(ticks.ids)}>
            撤销勾选的{ticks.ids.length > 0 && `${ticks.ids.length}条`}
          </Button>
        </>
      }
    >
      <p className="m-0 mb-2 text-small text-ink-2">
        只撤销这次变更过、之后没有人再变更的；其余的保持现在的样子，并列出原因。
        {run.done > rows.length && rows.length > 0 && `这里列出前${rows.length}条。`}
      </p>
      <ul className="m-0 p-0 list-none max-h-80 overflow-y-auto">
        {rows.map(({ no, name }) => (
          <li key={no} className="flex items-center gap-2 text-small">
            <Tick
              label={`选中${name}`}
              isOn={ticks.has(no)}
              isDisabled={false}
              onChange={(isOn, withShift) => ticks.set(no, isOn, withShift)}
            />
            {name}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
