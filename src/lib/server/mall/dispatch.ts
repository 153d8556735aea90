/** Ships many orders of the mall by one table: checked whole, then each is shipped by the act of a row (rules 6). */
import { fieldError } from '#lib/contract/errors.ts';
import type { PointsDispatchChecked, PointsDispatchValues } from '#lib/contract/mall-desk.ts';
import {
  mostPointsDispatchRows,
  type PointsDispatchFault,
  pointsDispatchSpec,
  readPointsDispatch,
} from '#lib/rules/points/dispatch.ts';
import { pointsOrderIs, pointsOrderStates } from '#lib/rules/points/points-orders.ts';
import type { Context } from '../core/context.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { shippingLimits } from '../shipping/trace-file.ts';
import { listOrdersToShip } from './order-rows.ts';

/**
 * `POST /api/desk/points-orders/table`: the parcels that a table would ship, and what is wrong with its other rows. Ships
 * nothing. Throws 422 for a file that cannot be read.
 */
export async function checkPointsDispatch(
  context: Context<'platform'>,
  { file, columns }: PointsDispatchValues,
): Promise<PointsDispatchChecked> {
  const limits = shippingLimits(mostPointsDispatchRows + 1);
  const table = await readUpload(context, file, { spec: pointsDispatchSpec, columns, limits });
  if (table.rows.length === 0 && table.questions.length === 0)
    throw fieldError('file', `“${file.name}”没有数据行`);
  const { parcels, faults } = readPointsDispatch(table.rows);
  const known = await listOrdersToShip(
    context.db,
    parcels.map(({ no }) => no),
  );
  const ready: PointsDispatchChecked['parcels'] = [];
  const wrong: PointsDispatchFault[] = [...faults];
  for (const { row, no, carrier, tracking } of parcels) {
    const order = known.get(no);
    const isDone = order?.trackingNos.includes(tracking) ?? false;
    if (order === undefined) wrong.push({ row, no, sentence: `没有积分订单${no}` });
    else if (isDone || pointsOrderIs.toShip(order.status))
      ready.push({ row, no, name: order.name, carrier, tracking_no: tracking, is_done: isDone ? 1 : 0 });
    else wrong.push({ row, no, sentence: `订单${pointsOrderStates[order.status].text}，不能发货` });
  }
  return {
    rows: table.rows.length,
    parcels: ready,
    faults: wrong.sort((a, b) => a.row - b.row),
    table: table.mapping,
  };
}
