import { useState } from 'react';
import { actOnRow, loadList } from '#lib/client/stores/desk/lists.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { deskPageSize } from '#lib/contract/constants.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import type { Act, AnyAnswer, AnyCells, AnyRow, ListShape, Place } from '#lib/contract/desk/list.ts';
import type { DeskView } from '#lib/contract/desk/views.ts';
import { withQuery } from '#lib/contract/routes.ts';

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
export function useList({ list, initial, asked }: AnyOpened): ListState {
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
    const { asks } = act;
    if (
      asks !== undefined &&
      !(await ask({ title: act.text, text: asks, confirm: act.text, cancel: '取消' }))
    )
      return;
    const seen = Object.fromEntries((act.sends ?? []).map((column) => [column, row[column]]));
    put(row.id, await actOnRow<AnyRow>(list.page, name, { id: row.id, ...fields, ...seen }));
    showToast('success', act.done);
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
