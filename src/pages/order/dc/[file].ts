import { api } from '#lib/contract/api.ts';
import { exportOrdersInput } from '#lib/contract/orders/search.ts';
import { findOrderRows, orderColumns } from '#lib/server/orders/table.ts';
import { tableFile } from '#lib/server/web/pages/table-file.ts';

export const GET = tableFile({
  name: '订单',
  call: api.orders,
  schema: exportOrdersInput,
  columns: orderColumns,
  list: findOrderRows,
});
