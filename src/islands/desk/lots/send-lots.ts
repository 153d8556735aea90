/** Puts the rows of a checked table in, slice after slice. */
import { keepWrongLots, putInLots } from '#lib/client/stores/desk/lots.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { CheckedLotRow, LotsPutIn, PutInLotsInput } from '#lib/contract/lot-table.ts';
import { lotSlice, wrongSlice } from '#lib/rules/orders/lot-table.ts';

/** A row of a table as it was checked, or as it ended. */
export type SentLotRow = Omit<CheckedLotRow, 'state'> & {
  state: CheckedLotRow['state'] | LotsPutIn['list'][number]['state'];
};

type Said = ReadonlyMap<number, LotsPutIn['list'][number]>;

/** The fields that every slice of a table sends. */
type LotTableOf = Omit<PutInLotsInput, 'rows'>;

/**
 * Keeps the rows that the check refused in the table's record. Answers a sentence where that failed, else an empty text.
 */
export async function keepWrong(of: LotTableOf, rows: readonly SentLotRow[]): Promise<string> {
  for (let from = 0; from < rows.length; from += wrongSlice)
    try {
      await keepWrongLots({
        ...of,
        rows: rows
          .slice(from, from + wrongSlice)
          .map(({ row, goods_id, title, lot_no, produced_on, expires_on, pieces, doc, sentence }) => ({
            ...{ row, goods_id, title: title.slice(0, 200), lot_no: lot_no.slice(0, 100), pieces },
            ...{ produced_on, expires_on, doc: doc.slice(0, 100), sentence: sentence.slice(0, 200) },
          })),
      });
    } catch (error) {
      const why = error instanceof AppError ? error.message : '没有收到答复';
      return `有误的行没有记下：${why}。请再按一次入库`;
    }
  return '';
}

/**
 * Sends a table in slices until the last one, or until the signal stops it. `onSlice` gets the results of a slice by row,
 * and the number of the table's record. Answers a sentence where a slice failed, else an empty text. A row that is sent
 * again is put in once.
 */
export async function sendLots(
  { of, rows }: { of: LotTableOf; rows: readonly SentLotRow[] },
  signal: AbortSignal,
  onSlice: (said: Said, record: number) => void,
): Promise<string> {
  for (let from = 0; from < rows.length; from += lotSlice) {
    if (signal.aborted) return '';
    const slice = rows.slice(from, from + lotSlice);
    try {
      const { list, import: record } = await putInLots({
        ...of,
        rows: slice.map(({ row, goods_id, lot_no, produced_on, expires_on, pieces, doc, state }) => ({
          ...{ row, goods_id, lot_no, produced_on, expires_on, pieces, doc },
          confirmed: state === 'asks' ? 1 : 0,
        })),
      });
      onSlice(new Map(list.map((one) => [one.row, one])), record);
    } catch (error) {
      const why = error instanceof AppError ? error.message : '没有收到答复';
      return `${why}。已停下，请再按一次入库，已入库的行不会重复`;
    }
  }
  return '';
}
