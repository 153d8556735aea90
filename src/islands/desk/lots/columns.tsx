import { RowButton } from '#islands/desk/list/RowButton.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { DeskLotRow } from '#lib/contract/lots.ts';
import { path } from '#lib/contract/routes.ts';
import { lotStates } from '#lib/rules/orders/lots.ts';

/** The page of a lot. */
export function lotAddress({
  goods_id: goods,
  lot_no: lot,
}: Pick<DeskLotRow, 'goods_id' | 'lot_no'>): string {
  return path('/desk/lots/[goods]', { goods }, { lot_no: lot });
}

interface Options {
  isPlatform: boolean;
  onPutIn: (row: DeskLotRow) => void;
}

/** The columns of the list of lots. */
export function lotColumns({ isPlatform, onPutIn }: Options): readonly TableColumn<DeskLotRow>[] {
  const merchant: TableColumn<DeskLotRow> = {
    id: 'merchant',
    head: '商家',
    value: ({ merchant: name }) => name,
  };
  const acts: TableColumn<DeskLotRow> = {
    id: 'acts',
    head: '操作',
    // Nothing is put into a lot that is recalled or locked.
    cell: (row) =>
      row.is_recalled === 1 || row.is_locked === 1 ? null : (
        <RowButton text="入库" of={`${row.name} ${row.lot_no}`} onPress={() => onPutIn(row)} />
      ),
  };
  return [...columns, isPlatform ? merchant : acts];
}

const columns: readonly TableColumn<DeskLotRow>[] = [
  {
    id: 'lot',
    head: '批号',
    value: ({ lot_no: lot }) => lot,
    cell: (row) => (
      <a className="link num" href={lotAddress(row)}>
        {row.lot_no}
      </a>
    ),
    isTitle: true,
  },
  {
    id: 'goods',
    head: '商品',
    value: ({ name, spec, maker }) => `${name} ${spec} ${maker}`,
    cell: ({ name, spec, maker }) => (
      <>
        {name}
        <span className="block text-note text-ink-2">
          {spec} · {maker}
        </span>
      </>
    ),
  },
  { id: 'made', head: '生产日期', value: ({ produced_on: day }) => day },
  { id: 'ends', head: '有效期至', value: ({ expires_on: day }) => day },
  { id: 'left', head: '剩余天数', value: ({ days_left: days }) => days, isNumber: true },
  { id: 'pieces', head: '在库', value: ({ on_hand: pieces }) => pieces, isNumber: true },
  { id: 'held', head: '订单占用', value: ({ held }) => held, isNumber: true },
  { id: 'unit', head: '单位', value: ({ unit }) => unit },
  {
    id: 'report',
    head: '药检报告',
    value: ({ has_report: has, asked }) => (has === 1 ? '有' : asked > 0 ? `缺，${asked}家索取` : '缺'),
    cell: ({ has_report: has, asked }) =>
      has === 1 ? '有' : <span className="text-price">{asked > 0 ? `缺，${asked}家索取` : '缺'}</span>,
  },
  {
    id: 'state',
    head: '状态',
    value: ({ state_text: text }) => text,
    cell: ({ state_text: text, is_closed: isClosed }) => (
      <Tag kind={isClosed === 1 || text === lotStates.near ? 'warn' : 'soft'}>{text}</Tag>
    ),
  },
];
