import { useState } from 'react';
import { actOnMany } from '#lib/client/stores/desk/lists.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { bulkSlice } from '#lib/contract/constants.ts';
import type { ListPath } from '#lib/contract/desk/list.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';

/** The progress of an act on many rows. */
export interface BulkState {
  text: string;
  all: number;
  done: number;
  refused: BulkDone['refused'];
  isOver: boolean;
}

/** All that a search has found, as the person was told. */
export interface Found {
  search: string;
  count: number;
}

/** Does an act to many rows, slice by slice; `state` is null while none was begun. */
export function useBulk(page: ListPath, onDone: () => void) {
  const [state, setState] = useState<BulkState | null>(null);

  async function run(
    { name, text, fields }: { name: string; text: string; fields: Record<string, string> },
    target: readonly (string | number)[] | Found,
  ) {
    try {
      const ids =
        'search' in target ? (await actOnMany(page, name, { ...fields, ids: [], ...target })).ids : target;
      let now: BulkState = { text, all: ids.length, done: 0, refused: [], isOver: false };
      setState(now);
      for (let at = 0; at < ids.length; at += bulkSlice) {
        const slice = ids.slice(at, at + bulkSlice);
        const { done, refused } = await actOnMany(page, name, {
          ...fields,
          ids: slice,
          search: '',
          count: 0,
        });
        now = { ...now, done: now.done + done, refused: [...now.refused, ...refused] };
        setState(now);
      }
      setState({ ...now, isOver: true });
      onDone();
    } catch (error) {
      setState((now) => now && { ...now, isOver: true });
      react(error);
    }
  }

  return { state, run, close: () => setState(null) };
}
