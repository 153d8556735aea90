import { api } from '#lib/contract/api.ts';
import { pointsLogInput } from '#lib/contract/wallet/calls.ts';
import { tableFile } from '#lib/server/pages/table-file.ts';
import { listPointsRows, pointsColumns } from '#lib/server/services/wallet/tables.ts';

export const GET = tableFile({
  name: '积分明细',
  call: api.pointsLog,
  schema: pointsLogInput,
  columns: pointsColumns,
  list: listPointsRows,
});
