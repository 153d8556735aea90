import { mallCalls } from '#lib/contract/mall.ts';
import { mallDeskCalls } from '#lib/contract/mall-desk.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askPointsCase } from './cases.ts';
import { saveMallGoods } from './desk-goods.ts';
import { checkPointsDispatch } from './dispatch.ts';
import { exchangePoints } from './exchange.ts';
import { getMallGoods, listMallGoods } from './goods.ts';
import {
  cancelPointsOrder,
  getPointsOrder,
  listPointsOrders,
  namePrizeAddress,
  receivePointsOrder,
} from './orders.ts';
import { uploadMallPicture } from './pictures.ts';

export const mallHandlers = handlers(mallCalls, {
  mallGoods: listMallGoods,
  mallGoodsInfo: getMallGoods,
  exchangePoints,
  pointsOrders: listPointsOrders,
  pointsOrder: getPointsOrder,
  receivePointsOrder,
  cancelPointsOrder,
  namePrizeAddress,
  askPointsCase,
});

export const mallDeskHandlers = handlers(mallDeskCalls, {
  saveMallGoods,
  mallPicture: uploadMallPicture,
  checkPointsDispatch,
});
