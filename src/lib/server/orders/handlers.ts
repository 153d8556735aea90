import { ordersCalls } from '#lib/contract/orders/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import {
  cancelMyOrder,
  confirmMyOrder,
  extendMyOrder,
  hideMyOrder,
  hurryMyOrder,
  refuseMyOrder,
} from './change.ts';
import { placeOrder } from './place.ts';
import { getMyOrder, listLogistics, listMyOrders } from './read.ts';
import { rebuyOrder } from './rebuy.ts';
import { previewRebuy } from './rebuy-preview.ts';
import { getPurchaseStatement } from './statement.ts';

export const ordersHandlers = handlers(ordersCalls, {
  placeOrder,
  orders: listMyOrders,
  purchaseStatement: getPurchaseStatement,
  order: getMyOrder,
  orderLogistics: listLogistics,
  cancelOrder: cancelMyOrder,
  confirmOrder: confirmMyOrder,
  extendOrder: extendMyOrder,
  refuseOrder: refuseMyOrder,
  hurryOrder: hurryMyOrder,
  hideOrder: hideMyOrder,
  previewRebuy,
  rebuyOrder,
});
