import { api } from '#lib/contract/api.ts';
import { pointsLogInput } from '#lib/contract/wallet/calls.ts';
import { listPointsRows, pointsColumns } from '#lib/server/wallet/tables.ts';
import { tableFile } from '#lib/server/web/pages/table-file.ts';

export const GET = tableFile({
  name: '积分明细',
  call: api.pointsLog,
  schema: pointsLogInput,
  columns: pointsColumns,
  list: listPointsRows,
});
