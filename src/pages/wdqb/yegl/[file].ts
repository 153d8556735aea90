import { api } from '#lib/contract/table/api.ts';
import { moneyLogInput } from '#lib/contract/wallet/schema.ts';
import { tableFile } from '#lib/server/pages/table-file.ts';
import { listMoneyRows, moneyColumns } from '#lib/server/services/wallet/tables.ts';

export const GET = tableFile({
  name: '余额明细',
  call: api.moneyLog,
  schema: moneyLogInput,
  columns: moneyColumns,
  list: listMoneyRows,
});
