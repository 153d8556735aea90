/** Rows of a purchase list that one answer settles: marks without their maker's goods, makers that are not sold. */
import { mayConfirmTogether, type RowToConfirm } from './confirm-all.ts';

export interface RowToAnswer extends RowToConfirm {
  /** The mark or the maker that was written; empty for none. */
  about: string;
}

export interface AnswerGroup {
  kind: 'trade' | 'maker';
  text: string;
  button: string;
  /** Indexes of its rows, from 0. */
  places: number[];
}

/** Names told in one line. */
const mostNamed = 3;

/** The groups with rows that wait, marks before makers. A row that asks anything a person has to look at is in none. */
export function answerGroups(rows: readonly RowToAnswer[]): AnswerGroup[] {
  const placesOf = (kind: AnswerGroup['kind']) =>
    rows.flatMap((row, at) => {
      const isOf = row.about !== '' && mayConfirmTogether(row) && row.kinds.includes(kind);
      return isOf && !(kind === 'maker' && row.kinds.includes('trade')) ? [at] : [];
    });
  const namesOf = (places: readonly number[]) => {
    const names = [...new Set(places.map((at) => rows[at]?.about ?? ''))];
    return `${names.slice(0, mostNamed).join('、')}${names.length > mostNamed ? `等${names.length}个` : ''}`;
  };
  const [trade, maker] = [placesOf('trade'), placesOf('maker')];
  const groups: AnswerGroup[] = [
    {
      kind: 'trade',
      text: `${trade.length}行写商品名，平台无原研：${namesOf(trade)}`,
      button: '全部换同通用名',
      places: trade,
    },
    {
      kind: 'maker',
      text: `${maker.length}行的厂家平台没有：${namesOf(maker)}`,
      button: '全部换平台的厂家',
      places: maker,
    },
  ];
  return groups.filter(({ places }) => places.length > 0);
}
