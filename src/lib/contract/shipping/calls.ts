/** Orders at the merchants' desk; the platform looks on. */
import { dear, get, need, once, post, sure } from '../call.ts';
import type { shippingSchemas } from './schema.ts';

type Schemas = typeof shippingSchemas;

export const shippingCalls = {
  deskOrders: need('sales', get<Schemas['deskOrders'], 'staff'>('/api/desk/orders', 'staff')),
  deskOrder: need('sales', get<Schemas['deskOrder'], 'staff'>('/api/desk/orders/{no}', 'staff')),
  deskRefundPlan: need(
    'refunds',
    get<Schemas['deskRefundPlan'], 'staff'>('/api/desk/orders/{no}/refund', 'staff'),
  ),
  deskRefund: sure(
    once(post<Schemas['deskRefund'], 'staff'>('/api/desk/orders/{no}/refund', 'staff', 'refunds')),
  ),
  deskOrderNumbers: need(
    'sales',
    get<Schemas['deskOrderNumbers'], 'staff'>('/api/desk/order-numbers', 'staff'),
  ),
  checkDispatch: dear(
    'upload',
    post<Schemas['checkDispatch'], 'merchant'>('/api/desk/dispatch', 'merchant', 'orders'),
  ),
  readTraceFile: dear(
    'upload',
    post<Schemas['readTraceFile'], 'merchant'>('/api/desk/trace-file', 'merchant', 'orders'),
  ),
  shipParcel: post<Schemas['shipParcel'], 'merchant'>('/api/desk/orders/{no}/ship', 'merchant', 'orders'),
  shortLines: post<Schemas['shortLines'], 'merchant'>('/api/desk/orders/{no}/short', 'merchant', 'orders'),
  addCodes: post<Schemas['addCodes'], 'merchant'>('/api/desk/orders/{no}/codes', 'merchant', 'orders'),
  correctParcel: post<Schemas['correctParcel'], 'merchant'>(
    '/api/desk/orders/{no}/parcel',
    'merchant',
    'orders',
  ),
  settleRefusal: post<Schemas['settleRefusal'], 'staff'>('/api/desk/orders/{no}/refusal', 'staff', 'orders'),
  refusalPicture: dear(
    'upload',
    post<Schemas['refusalPicture'], 'staff'>('/api/desk/orders/{no}/picture', 'staff', 'orders'),
  ),
};
