import { api } from '#lib/contract/api.ts';
import { purchaseStatementInput } from '#lib/contract/orders/search.ts';
import { findStatementOrders, statementOrderColumns } from '#lib/server/orders/statement.ts';
import { tableFile } from '#lib/server/web/pages/table-file.ts';

export const GET = tableFile({
  name: '采购对账订单',
  call: api.purchaseStatement,
  schema: purchaseStatementInput,
  columns: statementOrderColumns,
  list: findStatementOrders,
});
