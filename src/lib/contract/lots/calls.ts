/** Lots in merchants' warehouses, at the desks. */
import { dear, get, need, post } from '../call.ts';
import type { lotsSchemas } from './schema.ts';

type Schemas = typeof lotsSchemas;

export const lotsCalls = {
  deskLots: need('lots', get<Schemas['deskLots'], 'staff'>('/api/desk/lots', 'staff')),
  deskLotGoods: need('lots', get<Schemas['deskLotGoods'], 'merchant'>('/api/desk/lots/goods', 'merchant')),
  deskLot: need('lots', get<Schemas['deskLot'], 'staff'>('/api/desk/lots/{goods}', 'staff')),
  putInLot: post<Schemas['putInLot'], 'merchant'>('/api/desk/lots', 'merchant', 'lots'),
  setLotReport: dear(
    'upload',
    post<Schemas['setLotReport'], 'merchant'>('/api/desk/reports', 'merchant', 'lots'),
  ),
  setSeal: dear('upload', post<Schemas['setSeal'], 'merchant'>('/api/desk/seal', 'merchant', 'orders')),
  settleReturned: post<Schemas['settleReturned'], 'merchant'>(
    '/api/desk/lots/{goods}/returned',
    'merchant',
    'lots',
  ),
  countLot: post<Schemas['countLot'], 'staff'>('/api/desk/lots/{goods}/count', 'staff', 'lots'),
  damageLot: post<Schemas['damageLot'], 'staff'>('/api/desk/lots/{goods}/damage', 'staff', 'lots'),
  cancelPutIn: post<Schemas['cancelPutIn'], 'staff'>('/api/desk/lots/{goods}/cancel', 'staff', 'lots'),
  correctLot: post<Schemas['correctLot'], 'staff'>('/api/desk/lots/{goods}/correct', 'staff', 'lots'),
  lockLot: post<Schemas['lockLot'], 'staff'>('/api/desk/lots/{goods}/lock', 'staff', 'lots'),
  recallLot: post<Schemas['recallLot'], 'staff'>('/api/desk/lots/{goods}/recall', 'staff', 'lots'),
};
