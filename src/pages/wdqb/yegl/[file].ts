import { api } from '#lib/contract/api.ts';
import { moneyLogInput } from '#lib/contract/wallet/calls.ts';
import { listMoneyRows, moneyColumns } from '#lib/server/wallet/tables.ts';
import { tableFile } from '#lib/server/web/pages/table-file.ts';

export const GET = tableFile({
  name: '余额明细',
  call: api.moneyLog,
  schema: moneyLogInput,
  columns: moneyColumns,
  list: listMoneyRows,
});
