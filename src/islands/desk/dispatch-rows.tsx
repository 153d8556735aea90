import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';

type State = 'ready' | 'sent' | 'done' | 'failed' | 'wrong';

/** A parcel or a wrong row of a table of parcels, with its result. */
export interface DispatchRow {
  key: number;
  /** Rows of the file. */
  rows: readonly number[];
  no: string;
  tracking: string;
  state: State;
  sentence: string;
}

const words: Record<State, string> = {
  ready: '可发货',
  sent: '已发货',
  done: '之前已发，跳过',
  failed: '未发货',
  wrong: '有误，不发',
};

/** Files that a table of parcels may be. */
export const dispatchFiles = { endings: ['.csv', '.txt', '.xlsx'], maxBytes: maxUploadBytes };

interface Parcel {
  rows: readonly number[];
  no: string;
  tracking_no: string;
  is_done: 0 | 1;
}

/** The rows of a checked table: its parcels in their order, then what is wrong. */
export function dispatchRowsOf(
  parcels: readonly Parcel[],
  faults: readonly { row: number; no: string; sentence: string }[],
): DispatchRow[] {
  return [
    ...parcels.map(({ rows, no, tracking_no: tracking, is_done: isDone }, key) => ({
      ...{ key, rows, no, tracking, sentence: '' },
      state: isDone === 1 ? ('done' as const) : ('ready' as const),
    })),
    ...faults.map(({ row, no, sentence }, at) => ({
      ...{ key: parcels.length + at, rows: [row], no, tracking: '', sentence },
      state: 'wrong' as const,
    })),
  ];
}

/** Number of rows that did not go out. */
export function countWrong(rows: readonly DispatchRow[]): number {
  return rows.filter(({ state }) => state === 'failed' || state === 'wrong').length;
}

/** The result of sending a parcel. */
export function endOf(sending: Promise<unknown>): Promise<Pick<DispatchRow, 'state' | 'sentence'>> {
  return sending.then(
    () => ({ state: 'sent' as const, sentence: '' }),
    (error: unknown) => ({
      state: 'failed' as const,
      sentence: error instanceof AppError ? error.message : '没有收到答复，请重新上传同一个文件核对',
    }),
  );
}

/** The fault of a file that was refused; undefined for a failure of another kind. */
export function fileFault(error: unknown): string | undefined {
  return error instanceof AppError && error.code === 422 ? firstFieldMessage(error.data) : undefined;
}

/** The columns of the table; `no` is the head of the order's number. */
export function dispatchColumns(no: string): readonly TableColumn<DispatchRow>[] {
  return [
    { id: 'no', head: no, value: (row) => row.no, isTitle: true },
    { id: 'tracking', head: '运单号', value: ({ tracking }) => tracking },
    { id: 'rows', head: '文件的行', value: ({ rows }) => rows.join('、') },
    {
      id: 'state',
      head: '结果',
      value: ({ state }) => words[state],
      cell: ({ state }) => (
        <Tag kind={state === 'failed' || state === 'wrong' ? 'warn' : 'soft'}>{words[state]}</Tag>
      ),
    },
    { id: 'why', head: '说明', value: ({ sentence }) => sentence },
  ];
}
