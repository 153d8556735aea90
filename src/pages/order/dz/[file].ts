import { api } from '#lib/contract/api.ts';
import { purchaseStatementInput } from '#lib/contract/orders/search.ts';
import { listStatementRows, statementColumns } from '#lib/server/orders/statement.ts';
import { tableFile } from '#lib/server/web/pages/table-file.ts';

export const GET = tableFile({
  name: '采购对账',
  call: api.purchaseStatement,
  schema: purchaseStatementInput,
  columns: statementColumns,
  list: listStatementRows,
});
