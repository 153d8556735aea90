/** The schema of every call's answer, for the server and its tests: it brings zod, so no browser imports it. */
import { z } from 'zod';
import { loginOutput, userInfo } from '../accounts/schema.ts';
import {
  activityGoodsOutput,
  activityTabs,
  cashbacks,
  combinations,
  flashGoods,
  flashSessions,
  groupBuys,
  joined,
  nextHint,
} from '../activities/schema.ts';
import { addressList, addressWire, regionNode } from '../addresses/schema.ts';
import { ad, floatLinks } from '../ads/schema.ts';
import { alertWire } from '../alerts/schema.ts';
import {
  addedToCart,
  cartChange,
  cartState,
  cartTotal,
  copied,
  laterList,
  storeList,
} from '../cart/schema.ts';
import { preview } from '../checkout/schema.ts';
import { application, applications } from '../controlled/schema.ts';
import { centerCoupon, couponCenter, couponCount, heldCoupons } from '../coupons/schema.ts';
import { favoriteChange, favorites } from '../favorites/schema.ts';
import { goodsDetail, goodsItem, goodsList, goodsPage, suggestion } from '../goods/schema.ts';
import { merchantDetail, merchantList } from '../merchants/schema.ts';
import { messageList, messagesRead } from '../messages/schema.ts';
import { offersOutput, priceTerms } from '../offers/schema.ts';
import {
  orderDetail,
  orderList,
  placedTrade,
  rebuyOutput,
  rebuyPreview,
  shipmentWire,
} from '../orders/schema.ts';
import { payMethod, payOutput, payStatus } from '../payments/schema.ts';
import {
  bestCart,
  boughtPage,
  matchOutput,
  movedLines,
  remembered,
  shelfLife,
} from '../quick-order/schema.ts';
import { sessionList } from '../sessions/schema.ts';
import { headerData } from '../shell/schema.ts';
import { staffList, staffWire } from '../staff/schema.ts';
import { moneyLog, moneyOutput } from '../wallet/schema.ts';
import { wantedList, wantedWire } from '../wanted/schema.ts';
import type { api, Call } from './api.ts';

type OutputOf<C> = C extends Call<infer _In, infer Out> ? Out : never;

export const outputs = {
  // frame
  header: headerData,
  focus: z.array(ad),
  focusOf: z.array(ad),
  focusNew: z.array(ad),
  focusCustom: z.array(ad),
  focusById: z.array(ad),
  focusBrand: z.array(ad),
  floatLinks,

  // accounts
  login: loginOutput,
  userInfo,
  logout: z.null(),
  logoutPost: z.null(),
  sessions: sessionList,
  endSession: sessionList,
  endOtherSessions: sessionList,

  // goods
  offers: offersOutput,
  priceTerms,
  goodsList,
  goodsDetail,
  suggestGoods: z.array(suggestion),
  hotGoods: z.object({ list: z.array(goodsItem), total: z.number().int() }),
  relatedGoods: goodsPage,
  categoryGoods: goodsPage,
  recommendedGoods: goodsPage,
  tagGoods: goodsPage,
  config: z.record(z.string(), z.union([z.string(), z.array(z.string())])),

  // merchants
  merchants: merchantList,
  showcase: merchantList,
  merchant: merchantDetail,
  merchantGoods: goodsPage,

  // cart
  addToCart: addedToCart,
  quickAdd: addedToCart,
  cartTotal,
  cartList: cartState,
  editLine: cartChange,
  selectLines: cartChange,
  deleteLines: cartChange,
  keepForLater: laterList,
  laterList,
  cartStores: storeList,
  copyLines: copied,
  checkoutCart: preview,
  previewOrder: preview,
  addCombination: addedToCart,
  nextHint,

  // activities
  activityTabs,
  activityGoods: activityGoodsOutput,
  flashSessions,
  flashGoods,
  groupBuys,
  joinGroupBuy: joined,
  combinations,
  cashbacks,

  // quick purchase
  fastBuy: boughtPage,
  matchPurchase: matchOutput,
  rememberPurchase: remembered,
  bestCart,
  moveCartLines: movedLines,
  setShelfLife: shelfLife,

  // addresses
  addresses: addressList,
  regions: z.array(regionNode),
  createAddress: addressWire,
  updateAddress: addressWire,
  deleteAddress: addressList,
  makeDefaultAddress: addressWire,

  // orders
  placeOrder: placedTrade,
  orders: orderList,
  order: orderDetail,
  orderLogistics: z.object({ list: z.array(shipmentWire) }),
  cancelOrder: orderDetail,
  confirmOrder: orderDetail,
  extendOrder: orderDetail,
  refuseOrder: orderDetail,
  hideOrder: orderDetail,
  previewRebuy: rebuyPreview,
  rebuyOrder: rebuyOutput,

  // payments
  payMethods: z.array(payMethod),
  pay: payOutput,
  payment: payStatus,
  payNotify: z.null(),

  // wallet and coupons
  money: moneyOutput,
  moneyLog,
  couponCenter,
  claimCoupon: centerCoupon,
  heldCoupons,
  availableCoupons: heldCoupons,
  couponCount,

  // controlled sale, 品种求购, favourites
  controlledApplications: applications,
  applyForControlled: application,
  wantedList,
  askFor: wantedWire,
  wanted: wantedWire,
  withdrawWanted: wantedWire,
  favorites,
  keepFavorites: favoriteChange,
  cancelFavorites: favoriteChange,

  // messages, alerts and live events
  messages: messageList,
  readMessages: messagesRead,
  askForStock: alertWire,
  askForPrice: alertWire,
  events: z.never(),

  // the desks
  deskLogin: staffWire,
  deskLogout: z.null(),
  deskMe: staffWire,
  deskPassword: staffWire,
  deskStaff: staffList,
  disableStaff: staffWire,
} satisfies { [K in keyof typeof api]: z.ZodType<OutputOf<(typeof api)[K]>> };
