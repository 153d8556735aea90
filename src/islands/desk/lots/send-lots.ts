/** Puts the rows of a checked table in, slice after slice. */
import { putInLots } from '#lib/client/stores/desk/lots.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { CheckedLotRow, LotsPutIn } from '#lib/contract/lot-table.ts';
import { lotSlice } from '#lib/rules/orders/lot-table.ts';

/** A row of a table as it was checked, or as it ended. */
export type SentLotRow = Omit<CheckedLotRow, 'state'> & {
  state: CheckedLotRow['state'] | LotsPutIn['list'][number]['state'];
};

type Said = ReadonlyMap<number, LotsPutIn['list'][number]>;

/**
 * Sends until all are through or the signal stops it; `onSlice` hears of each slice by its rows. Answers a sentence where
 * it broke off, else an empty text. What is sent again comes in once.
 */
export async function sendLots(
  rows: readonly SentLotRow[],
  signal: AbortSignal,
  onSlice: (said: Said) => void,
): Promise<string> {
  for (let from = 0; from < rows.length; from += lotSlice) {
    if (signal.aborted) return '';
    const slice = rows.slice(from, from + lotSlice);
    try {
      const { list } = await putInLots(
        slice.map(({ row, goods_id, lot_no, produced_on, expires_on, pieces, doc, state }) => ({
          ...{ row, goods_id, lot_no, produced_on, expires_on, pieces, doc },
          confirmed: state === 'asks' ? 1 : 0,
        })),
      );
      onSlice(new Map(list.map((one) => [one.row, one])));
    } catch (error) {
      const why = error instanceof AppError ? error.message : '没有收到答复';
      return `${why}。已停下，请再按一次入库，已入库的行不会重复`;
    }
  }
  return '';
}
