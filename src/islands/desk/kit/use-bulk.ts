import { useRef, useState } from 'react';
import { usePolled } from '#islands/ui/use-polled.ts';
import { actOnMany, bulkRuns, stopBulk } from '#lib/client/stores/desk/lists.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { undoReason } from './use-list.ts';
import type { OfferUndo } from './use-undo.ts';

/** A search and its number of rows as the person confirmed it. */
export interface Found {
  search: string;
  count: number;
}

export interface Press {
  name: string;
  text: string;
  fields: Record<string, string>;
}

/** Rows of a run that are undone: all that it changed, or those of these numbers. */
export interface Undoing {
  of: number;
  nos: readonly number[] | null;
}
type Target = readonly (string | number)[] | Found | Undoing;

interface Given {
  initial: readonly BulkRunWire[];
  onDone: () => void;
  offerUndo: OfferUndo;
}

/** While the server works, it is asked again after so many ms. */
const lookAgainAfter = 1_500;
const isOver = ({ ended_at: endedAt }: BulkRunWire) => endedAt !== '';

/** Acts on many rows: a few are answered at once, more are a run of the server that every reader of the list sees. */
export function useBulk(list: ListShape, { initial, onDone, offerUndo }: Given) {
  const {
    now: runs,
    take: setRuns,
    isLost,
  } = usePolled(initial, {
    load: () => bulkRuns(listName(list)),
    looks: (now) => (now.every(isOver) ? 0 : Number.POSITIVE_INFINITY),
    everyMs: lookAgainAfter,
    onLook(now) {
      if (now.every(isOver)) onDone();
    },
  });
  const [refused, setRefused] = useState<BulkDone['refused']>([]);
  /** The press without an answer yet: pressed again it is the same one, which begins no second run. */
  const open = useRef<{ key: string; token: string } | null>(null);

  async function begin(press: Press, target: Target): Promise<void> {
    const { name, text, fields } = press;
    const asked = askedOf(target);
    const key = JSON.stringify([name, fields, asked]);
    if (open.current?.key !== key) open.current = { key, token: crypto.randomUUID() };
    const { token } = open.current;
    const done = await actOnMany(list.page, name, { ...fields, ...asked, token }).catch((error: unknown) =>
      again(error, press, target),
    );
    open.current = null;
    if (done === null) return;
    const { run } = done;
    if (run !== null) {
      setRuns((now) => [run, ...now.filter(({ id }) => id !== run.id)]);
      if (isOver(run)) say(run, text);
    } else {
      setRefused(done.refused);
      if (done.done > 0) showToast('success', `${text}：已完成${done.done}条`);
      onDone();
    }
  }

  /** A short run that has ended. Those above may have changed with it. */
  function say(run: BulkRunWire, text: string): void {
    setRefused(run.refusals);
    if (run.undo_of !== 0) bulkRuns(listName(list)).then(setRuns, react);
    const said = `${text}：已完成${run.done}条`;
    if (run.undo !== '') offerUndo(said, `run ${run.id}`, () => undo(run, null));
    else if (run.done > 0) showToast('success', said);
    onDone();
  }

  /** Undoes a run, or its rows with these numbers; the server refuses a row that was changed after the run. */
  function undo(run: BulkRunWire, nos: readonly number[] | null): Promise<void> {
    const fields: Record<string, string> = undoReason(list, run.undo, run.text);
    return begin({ name: run.undo, text: `撤销${run.text}`, fields }, { of: run.id, nos });
  }

  /** The search finds another number by now: the person is asked for that one. */
  async function again(error: unknown, press: Press, target: Target): Promise<null> {
    const found = error instanceof AppError && error.code === 409 ? fieldOf(error.data, 'found') : undefined;
    if (typeof found !== 'number' || !('search' in target)) throw error;
    const isYes = await ask({
      title: press.text,
      text: `现在找到${found}条，与刚才的${target.count}条不同，全部${press.text}？`,
      confirm: press.text,
      cancel: '取消',
    });
    if (isYes) await begin(press, { ...target, count: found });
    return null;
  }

  async function stop(id: number): Promise<void> {
    const stopped = await stopBulk(id);
    setRuns((now) => now.map((run) => (run.id === id ? stopped : run)));
  }

  return {
    runs,
    isLost,
    refused,
    forget: () => setRefused([]),
    begin,
    undo,
    stop: (id: number) => stop(id).catch(react),
  };
}

function askedOf(target: Target) {
  if ('of' in target) {
    const { of, nos } = target;
    return { ids: [], of, ...(nos !== null && { nos }), search: '', count: 0 };
  }
  return 'search' in target ? { ids: [], ...target } : { ids: target, search: '', count: 0 };
}

export type BulkWork = ReturnType<typeof useBulk>;
