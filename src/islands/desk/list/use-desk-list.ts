import { useCallback, useEffect, useState } from 'react';
import { type DeskAsked, type DeskFound, loadEvery } from '#lib/client/stores/desk/every-row.ts';
import { numberedPlaces } from '#lib/client/stores/desk/way.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxDeskRows } from '#lib/contract/constants.ts';
import { withQuery } from '#lib/contract/routes.ts';
import { rememberWay } from '../case/way.ts';

interface Options<Row, Id extends string | number, Input extends DeskAsked> {
  /** The page's own address. */
  address: string;
  initial: DeskFound<Row>;
  input: Input;
  /** The store's call. */
  load: (input: Input) => Promise<DeskFound<Row>>;
  idOf: (row: Row) => Id;
}

export interface DeskListState<Row, Id extends string | number> {
  address: string;
  rows: readonly Row[];
  total: number;
  asked: DeskAsked & Record<string, string | number>;
  idOf: (row: Row) => Id;
  isLoading: boolean;
  reload: () => Promise<void>;
  /** Replaces a row by its new state after an act. */
  put: (row: Row) => void;
  /** All that was found, for a file. */
  loadRows: () => Promise<readonly Row[]>;
}

/** The rows of a desk's list, for `<DeskList>`: those the page came with, until they are loaded again or changed. */
export function useDeskList<
  Row,
  Id extends string | number,
  Input extends DeskAsked & Record<string, string | number>,
>({ address, initial, input, load, idOf }: Options<Row, Id, Input>): DeskListState<Row, Id> {
  const [found, setFound] = useState(initial);
  const [isLoading, setLoading] = useState(false);

  // Rows that are dealt with leave the list, so what follows begins on this very page.
  useEffect(() => {
    const { next, before } = numberedPlaces(input, found.total);
    rememberWay(address, {
      ids: found.list.map((row) => String(idOf(row))),
      next: next && withQuery('', input),
      before,
    });
  }, [address, found]);

  async function reload() {
    setLoading(true);
    await load(input).then(setFound, react);
    setLoading(false);
  }

  async function loadRows() {
    const rows = await loadEvery(load, input, idOf);
    if (rows.length >= maxDeskRows)
      showToast('warning', `文件里是前${maxDeskRows}条，其余请缩小范围后再导出`);
    return rows;
  }

  const put = useCallback(
    (row: Row) =>
      setFound((now) => ({ ...now, list: now.list.map((one) => (idOf(one) === idOf(row) ? row : one)) })),
    [idOf],
  );

  return {
    address,
    rows: found.list,
    total: found.total,
    asked: input,
    idOf,
    isLoading,
    reload,
    put,
    loadRows,
  };
}
