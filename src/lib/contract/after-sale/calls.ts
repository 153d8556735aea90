/** Calls of after-sale: the buyers' and the desks'. */
import { dear, get, need, post, whileFrozen } from '../call.ts';
import type { deskAfterSaleSchemas } from './desk-schema.ts';
import type { afterSaleSchemas } from './schema.ts';

type Schemas = typeof afterSaleSchemas & typeof deskAfterSaleSchemas;

export const afterSaleCalls = {
  afterSales: whileFrozen(get<Schemas['afterSales'], 'buyer'>('/api/aftersale', 'buyer')),
  afterSale: whileFrozen(get<Schemas['afterSale'], 'buyer'>('/api/aftersale/{id}', 'buyer')),
  // Which right is needed depends on the order (before it went out `order`, then `receive`): the service asks.
  previewAfterSale: dear(
    'quote',
    post<Schemas['previewAfterSale']>('/api/aftersale/preview', 'buyer', 'read'),
  ),
  askAfterSale: post<Schemas['askAfterSale']>('/api/aftersale', 'buyer', 'read'),
  afterSalePicture: dear(
    'upload',
    post<Schemas['afterSalePicture']>('/api/aftersale/picture', 'buyer', 'read'),
  ),
  withdrawAfterSale: post<Schemas['withdrawAfterSale']>('/api/aftersale/{id}/withdraw', 'buyer', 'read'),
  sendAfterSale: post<Schemas['sendAfterSale']>('/api/aftersale/{id}/send', 'buyer', 'read'),
  appealAfterSale: post<Schemas['appealAfterSale']>('/api/aftersale/{id}/appeal', 'buyer', 'read'),
  talkAfterSale: post<Schemas['talkAfterSale']>('/api/aftersale/{id}/talk', 'buyer', 'read'),
  deskAfterSales: need('aftersale', get<Schemas['deskAfterSales'], 'staff'>('/api/desk/aftersale', 'staff')),
  deskAfterSale: need(
    'aftersale',
    get<Schemas['deskAfterSale'], 'staff'>('/api/desk/aftersale/{id}', 'staff'),
  ),
  agreeAfterSale: post<Schemas['agreeAfterSale'], 'staff'>(
    '/api/desk/aftersale/{id}/agree',
    'staff',
    'aftersale',
  ),
  refuseAfterSale: post<Schemas['refuseAfterSale'], 'staff'>(
    '/api/desk/aftersale/{id}/refuse',
    'staff',
    'aftersale',
  ),
  arriveAfterSale: post<Schemas['arriveAfterSale'], 'staff'>(
    '/api/desk/aftersale/{id}/arrive',
    'staff',
    'aftersale',
  ),
  acceptAfterSale: post<Schemas['acceptAfterSale'], 'staff'>(
    '/api/desk/aftersale/{id}/accept',
    'staff',
    'aftersale',
  ),
  repayAfterSale: post<Schemas['repayAfterSale'], 'staff'>(
    '/api/desk/aftersale/{id}/repay',
    'staff',
    'aftersale',
  ),
  deskAfterSalePicture: dear(
    'upload',
    post<Schemas['deskAfterSalePicture'], 'staff'>('/api/desk/aftersale/{id}/picture', 'staff', 'aftersale'),
  ),
  deskTalkAfterSale: post<Schemas['deskTalkAfterSale'], 'staff'>(
    '/api/desk/aftersale/{id}/talk',
    'staff',
    'aftersale',
  ),
};
