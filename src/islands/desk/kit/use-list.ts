import { useState } from 'react';
import { sayQueued, sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { actOnRow, loadList } from '#lib/client/stores/desk/lists.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { deskPageSize } from '#lib/contract/constants.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import {
  type Act,
  type ActDone,
  type AnyAnswer,
  type AnyCells,
  type AnyRow,
  isPlain,
  type ListShape,
  type Place,
  sideOf,
} from '#lib/contract/desk/list.ts';
import type { DeskView } from '#lib/contract/desk/views.ts';
import { withQuery } from '#lib/contract/routes.ts';
import { secondTextOf } from './SecondNote.tsx';
import type { OfferUndo } from './use-undo.ts';

/** The reason of an act that undoes another one. */
export function undoReason({ acts = {} }: ListShape, undo: string, text: string): { reason?: string } {
  return acts[undo]?.reason === undefined ? {} : { reason: `撤销“${text}”` };
}

/** The columns of a row that an act sends along. */
function seenOf(row: AnyRow, act: Act | undefined): AnyCells {
  return Object.fromEntries((act?.sends ?? []).map((column) => [column, row[column] ?? null]));
}

/** What a page of any list is given. */
export interface AnyOpened {
  list: ListShape;
  title: string;
  icon: string;
  initial: AnyAnswer;
  asked: Place;
  views: DeskView[];
  search: string;
  roles: { value: string; text: string }[];
  runs: BulkRunWire[];
}

export interface ListState {
  answer: AnyAnswer;
  rows: readonly AnyRow[];
  isLoading: boolean;
  reload: () => Promise<void>;
  /** Replaces a row by its state after an act; null: it has left the list. */
  put: (id: string | number, row: AnyRow | null) => void;
  /** Address of the same search with another place, order or columns. */
  hrefOf: (change: Partial<Place>) => string;
  /** Address of the file of this search. */
  fileHref: string;
  /** Does an act without a dialog; asks first where its declaration says so. */
  press: (name: string, act: Act, row: AnyRow, fields?: Record<string, string>) => Promise<void>;
}

/** The rows of a declared list: those that the page came with, until they are loaded again or changed. */
export function useList({ list, initial, asked }: AnyOpened, offerUndo: OfferUndo): ListState {
  const [answer, setAnswer] = useState(initial);
  const [isLoading, setLoading] = useState(false);
  const { values } = answer;

  async function reload() {
    setLoading(true);
    await loadList<AnyRow, AnyCells | null>(list.page, { ...values, ...asked }).then(setAnswer, react);
    setLoading(false);
  }

  function put(id: string | number, row: AnyRow | null) {
    setAnswer((now) => ({
      ...now,
      rows: now.rows.flatMap((one) => (one.id !== id ? [one] : row === null ? [] : [row])),
      total: row === null ? Math.max(0, now.total - 1) : now.total,
    }));
  }

  async function press(name: string, act: Act, row: AnyRow, fields: Record<string, string> = {}) {
    const { asks, second, undo } = act;
    if (
      asks !== undefined &&
      !(await ask({
        title: act.text,
        text: `${asks}${await secondTextOf(act, sideOf(list, act))}`,
        confirm: act.text,
        cancel: '取消',
      }))
    )
      return;
    const input = { id: row.id, ...fields, ...seenOf(row, act) };
    if (isPlain(act)) {
      put(row.id, await actOnRow<AnyRow | null>(list.page, name, input));
      showToast('success', act.done);
      return;
    }
    const done = await actOnRow<ActDone<AnyRow>>(list.page, name, input);
    put(row.id, done.row);
    if (done.waits === 1 && second !== undefined) {
      if (typeof second === 'object') sayQueued(`${act.text}已提交`, second.queue);
      else sayWaits(`${act.text}已提交`, second, sideOf(list, act));
    } else if (undo === undefined || done.entry === 0) showToast('success', act.done);
    else
      offerUndo(act.done, `entry ${done.entry}`, () =>
        takeBack(done.row ?? row, { act, undo, entry: done.entry }),
      );
  }

  async function takeBack(
    row: AnyRow,
    { act, undo, entry }: { act: Act; undo: string; entry: number },
  ): Promise<void> {
    const sent = {
      id: row.id,
      undoes: entry,
      ...seenOf(row, list.acts?.[undo]),
      ...undoReason(list, undo, act.text),
    };
    await actOnRow<unknown>(list.page, undo, sent);
    showToast('success', `已撤销：${act.text}`);
    // A row that had left the list is back in its place.
    await reload();
  }

  const search = { ...values, sort: asked.sort, columns: asked.columns };
  return {
    answer,
    rows: answer.rows,
    isLoading,
    reload,
    put,
    press,
    fileHref: withQuery(`/api${list.page}/export`, search),
    hrefOf: (change) =>
      withQuery(list.page, { ...search, size: asked.size === deskPageSize ? '' : asked.size, ...change }),
  };
}
