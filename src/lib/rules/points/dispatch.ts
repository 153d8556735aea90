/** The table by which orders of the points mall are shipped: a row an order. */

import { findCarrierName, otherCarrier, readCarrier } from '../orders/carriers.ts';
import { isErrorCell, isScientific } from '../tables/cell.ts';
import type { TableRow } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';

/** Column headings. */
export const pointsDispatchHeads = { no: '积分订单号', carrier: '承运方', tracking: '运单号' } as const;

export const pointsDispatchSpec = {
  name: 'points-dispatch',
  columns: [
    {
      key: 'no',
      title: pointsDispatchHeads.no,
      kind: 'text',
      is: ['积分订单号', '订单号', '订单编号', '兑换单号'],
    },
    {
      key: 'carrier',
      title: pointsDispatchHeads.carrier,
      kind: 'text',
      is: ['承运方', '承运商', '快递公司', '物流公司', '快递', '物流'],
    },
    {
      key: 'tracking',
      title: pointsDispatchHeads.tracking,
      kind: 'text',
      is: ['运单号', '运单编号', '快递单号', '物流单号'],
    },
  ],
  others: ['企业', '商品', '数量', '收货人', '电话', '收货地址', '状态', '时间', '积分', '备注'],
  needed: [['no'], ['carrier'], ['tracking']],
  leastNamed: 2,
  headless: 'no',
} as const satisfies TableSpec;

/** Rows of one file at most. */
export const mostPointsDispatchRows = 2_000;

export interface PointsParcelRow {
  /** Row number in the spreadsheet, the header being 1. */
  row: number;
  no: string;
  carrier: string;
  tracking: string;
}

export interface PointsDispatchFault {
  row: number;
  no: string;
  sentence: string;
}

/** As a desk types it: one that is not in the list follows 其他. */
function writtenCarrier(name: string): string {
  return findCarrierName(name) === null ? `${otherCarrier}${name}` : name;
}

/** Reads the rows; those in which neither carrier nor number is written stay. */
export function readPointsDispatch(table: readonly TableRow[]): {
  parcels: PointsParcelRow[];
  faults: PointsDispatchFault[];
} {
  const parcels: PointsParcelRow[] = [];
  const faults: PointsDispatchFault[] = [];
  const seen = new Set<string>();
  for (const cells of table) {
    const no = cells.cell('no');
    const [typed, tracking] = [cells.cell('carrier'), cells.cell('tracking')];
    if (typed === '' && tracking === '') continue;
    const refuse = (sentence: string) => faults.push({ row: cells.row, no, sentence });
    const carrier = readCarrier(typed);
    if ([no, typed, tracking].some(isErrorCell)) refuse('有错误值，请改好后再上传');
    else if (no === '') refuse('请填写积分订单号');
    else if (typed === '') refuse('请填写承运方');
    else if ('fault' in carrier) refuse(carrier.fault);
    else if (isScientific(tracking)) refuse('运单号被表格软件改成了科学计数，请设为文本后重新填写');
    else if (!/^[A-Za-z0-9-]{5,40}$/.test(tracking)) refuse('运单号须为5–40位字母、数字或短横线');
    else if (seen.has(no)) refuse('同一订单有多行，只发第一行');
    else {
      parcels.push({ row: cells.row, no, carrier: writtenCarrier(carrier.name), tracking });
      // A row that is refused sends nothing: a later one of the order may.
      seen.add(no);
    }
  }
  return { parcels, faults };
}
