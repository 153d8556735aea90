/**
 * The call table: method, path and who may call, once for both sides. `In` and `Out` are types only, so no schema
 * reaches the browser. Every row has its file under src/pages/api and back (tests/arch).
 */

import type { Deed } from '../../rules/companies/roles.ts';
import type { StaffPermission } from '../../rules/companies/staff.ts';
import type { LoginInput, LoginOutput, UserInfo } from '../accounts/schema.ts';
import type {
  ActivityFilter,
  ActivityGoods,
  ActivityTabs,
  AddCombinationInput,
  Cashbacks,
  Combinations,
  FlashGoods,
  FlashSessions,
  GroupBuys,
  Joined,
  JoinInput,
  NextHint,
  NextHintInput,
} from '../activities/schema.ts';
import type { AddressInput, AddressList, AddressWire, RegionNode } from '../addresses/schema.ts';
import type { Ad, AdsByIdInput, AdsInput, CustomAdsInput, FloatLinks, FocusInput } from '../ads/schema.ts';
import type { AlertWire, PriceAlertInput, StockAlertInput } from '../alerts/schema.ts';
import type {
  AddedToCart,
  AddToCartInput,
  CartChange,
  CartState,
  CartTotal,
  Copied,
  CopyInput,
  LaterList,
  StoreList,
} from '../cart/schema.ts';
import type { Preview, PreviewInput } from '../checkout/schema.ts';
import type { Application, Applications, ApplicationsInput, ApplyInput } from '../controlled/schema.ts';
import type {
  CenterCoupon,
  CouponCenter,
  CouponCenterInput,
  CouponCount,
  HeldCoupons,
  HeldCouponsInput,
} from '../coupons/schema.ts';
import type { FavoriteChange, FavoriteIdsInput, Favorites, FavoritesInput } from '../favorites/schema.ts';
import type { Nothing } from '../fields.ts';
import type {
  GoodsDetail,
  GoodsItem,
  GoodsList,
  GoodsPage,
  GoodsQuery,
  RelationInput,
  SuggestInput,
  Suggestion,
  TagGoodsInput,
} from '../goods/schema.ts';
import type {
  MerchantDetail,
  MerchantGoodsInput,
  MerchantList,
  MerchantListInput,
} from '../merchants/schema.ts';
import type { MessageList, MessagesInput, MessagesRead, ReadMessagesInput } from '../messages/schema.ts';
import type { Offer, OffersInput, PriceTerms } from '../offers/schema.ts';
import type {
  CancelOrderInput,
  ListOrdersInput,
  OrderDetail,
  OrderList,
  OrderNoInput,
  PlacedTrade,
  PlaceOrderInput,
  RebuyOutput,
  RebuyPreview,
  RefuseOrderInput,
  ShipmentWire,
} from '../orders/schema.ts';
import type {
  NotifyInput,
  PayInput,
  PayMethod,
  PayMethodsInput,
  PayNoInput,
  PayOutput,
  PayStatus,
} from '../payments/schema.ts';
import type {
  BestCart,
  BestCartInput,
  BoughtInput,
  BoughtPage,
  MatchInput,
  MatchOutput,
  MovedLines,
  MoveLinesInput,
  Remembered,
  RememberInput,
  ShelfLife,
} from '../quick-order/schema.ts';
import type { SessionIdInput, SessionList } from '../sessions/schema.ts';
import type { HeaderData } from '../shell/schema.ts';
import type {
  DeskLoginInput,
  DeskPasswordInput,
  StaffIdInput,
  StaffList,
  StaffWire,
} from '../staff/schema.ts';
import type { MoneyLog, MoneyLogInput, MoneyOutput } from '../wallet/schema.ts';
import type { WantedInput, WantedList, WantedListInput, WantedWire } from '../wanted/schema.ts';

/** Calls of the desks: for the platform's staff, for a merchant's, for both. Nobody else learns that they are there. */
export type Desk = 'platform' | 'merchant' | 'staff';

/** all: visitors and buyers of the shop. */
export type Access = 'all' | 'buyer' | Desk;

/** What a role must allow, in the words of those whose call it is. */
export type Permission<W extends Access> = W extends 'buyer'
  ? Deed
  : W extends Desk
    ? StaffPermission
    : never;

/**
 * What makes a call dear, so that one company gets no more than its share of it: matching purchase lists, placing
 * orders, quoting whole carts, asking the whole catalogue. The shares stand in server/limits.ts.
 */
export type Cost = 'match' | 'order' | 'quote' | 'list';

export interface Call<
  In = unknown,
  Out = unknown,
  W extends Access = Access,
  Once extends boolean = boolean,
> {
  method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` stands for a value of the input. */
  path: string;
  who: W;
  /** What the role of the member or of the person at the desk must allow; without it a call is open to every role. */
  may?: Permission<W>;
  /** People of a frozen company may make it too. Everything else for buyers is closed to them. */
  whileFrozen?: boolean;
  /** A write that a repeat does not make a second time: it needs an Idempotency-Key (rules 5). */
  once?: Once;
  /** May be made with the password that was handed out; everything else at a desk waits until it is changed. */
  withInitialPassword?: boolean;
  /** Repeats of an exempt read do not cancel each other (rules 15). */
  isExempt?: boolean;
  /** Writes of another origin are refused, but for signed notifications (rules 8). */
  isSigned?: boolean;
  cost?: Cost;
  /** Stays open and answers with server-sent events instead of an envelope. */
  isStream?: boolean;
  /** Type-level only. */
  readonly types?: { in: In; out: Out };
}

function get<In, Out, W extends Access = 'all'>(path: string, who: W, isExempt = false): Call<In, Out, W> {
  return { method: 'GET', path, who, isExempt };
}

function dear<In, Out, W extends Access>(cost: Cost, call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, cost };
}

/** A write names the permission that it needs. */
type Needs<W extends Access> = W extends 'all' ? [] : [may: Permission<W>];

function write<In, Out, W extends Access>(
  method: 'POST' | 'DELETE',
  path: string,
  who: W,
  [may]: readonly (Deed | StaffPermission)[],
): Call<In, Out, W> {
  return { method, path, who, ...(may !== undefined && { may }) } as Call<In, Out, W>;
}

function post<In, Out, W extends Access = 'buyer'>(
  path: string,
  who: W,
  ...needs: Needs<W>
): Call<In, Out, W> {
  return write('POST', path, who, needs);
}

function del<In, Out, W extends Access = 'buyer'>(
  path: string,
  who: W,
  ...needs: Needs<W>
): Call<In, Out, W> {
  return write('DELETE', path, who, needs);
}

function once<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W, true> {
  return { ...call, once: true };
}

/** A read that not every role may make. */
function need<In, Out, W extends Access>(may: Permission<W>, call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, may };
}

function withInitialPassword<In, Out, W extends Desk>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, withInitialPassword: true };
}

function whileFrozen<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, whileFrozen: true };
}

export const api = {
  // frame
  header: get<Nothing, HeaderData>('/api/common/header', 'all'),
  focus: get<AdsInput, Ad[]>('/api/focus/{slot}', 'all', true),
  focusOf: get<FocusInput, Ad[]>('/api/focus', 'all'),
  focusNew: get<Nothing, Ad[]>('/api/focus_new', 'all'),
  focusCustom: get<CustomAdsInput, Ad[]>('/api/focus/custom', 'all'),
  focusById: get<AdsByIdInput, Ad[]>('/api/focus/kxzq_ad', 'all'),
  focusBrand: get<{ id: number }, Ad[]>('/api/focus/brand/{id}', 'all'),
  floatLinks: get<Nothing, FloatLinks>('/api/global/links', 'all'),

  // accounts
  login: post<LoginInput, LoginOutput, 'all'>('/api/auth/login', 'all'),
  userInfo: whileFrozen(get<Nothing, UserInfo, 'buyer'>('/api/user/info', 'buyer')),
  logout: del<Nothing, null, 'all'>('/api/user/logout', 'all'),
  logoutPost: post<Nothing, null, 'all'>('/api/user/logout', 'all'),
  sessions: whileFrozen(get<Nothing, SessionList, 'buyer'>('/api/sessions', 'buyer')),
  endSession: whileFrozen(post<SessionIdInput, SessionList>('/api/sessions/{id}/end', 'buyer', 'read')),
  endOtherSessions: whileFrozen(post<Nothing, SessionList>('/api/sessions/end-others', 'buyer', 'read')),

  // goods
  offers: get<OffersInput, Offer[]>('/api/goods/offers', 'all'),
  priceTerms: get<{ id: number }, PriceTerms>('/api/goods/price', 'all'),
  goodsList: dear('list', get<GoodsQuery, GoodsList>('/api/goods/list', 'all')),
  goodsDetail: get<{ id: number }, GoodsDetail>('/api/goods/detail/{id}', 'all'),
  suggestGoods: get<SuggestInput, Suggestion[]>('/api/goods/search', 'all'),
  hotGoods: get<{ size?: number }, { list: GoodsItem[]; total: number }>('/api/goods/hot', 'all'),
  relatedGoods: get<RelationInput, GoodsPage>('/api/goods/relation', 'all'),
  categoryGoods: dear('list', get<GoodsQuery, GoodsPage>('/api/goods/fl', 'all')),
  recommendedGoods: dear('list', get<GoodsQuery, GoodsPage>('/api/index/wntj', 'all')),
  tagGoods: dear('list', get<TagGoodsInput, GoodsPage>('/api/goodsTag_goods', 'all', true)),
  config: get<{ keys?: string[] }, Record<string, string | string[]>>('/api/get_config', 'all'),

  // merchants
  merchants: get<MerchantListInput, MerchantList>('/api/sjly', 'all'),
  showcase: get<MerchantListInput, MerchantList>('/api/sjly/showcase', 'all'),
  merchant: get<{ id: number }, MerchantDetail>('/api/sjly/detail', 'all'),
  merchantGoods: get<MerchantGoodsInput, GoodsPage>('/api/sjly/goods', 'all'),

  // cart
  addToCart: post<AddToCartInput, AddedToCart>('/api/cart', 'buyer', 'order'),
  quickAdd: post<{ id: number; number?: number }, AddedToCart>('/api/cart/quick-add/{id}', 'buyer', 'order'),
  cartTotal: get<Nothing, CartTotal, 'buyer'>('/api/cart/total', 'buyer'),
  cartList: dear('quote', get<{ filters?: number }, CartState, 'buyer'>('/api/cart/list', 'buyer')),
  editLine: post<{ id: number; number: number }, CartChange>('/api/cart/{id}/edit', 'buyer', 'order'),
  selectLines: post<{ ids: number[]; is_selected: 0 | 1 }, CartChange>(
    '/api/cart/batch-select',
    'buyer',
    'order',
  ),
  deleteLines: post<{ ids: number[] }, CartChange>('/api/cart/batch-delete', 'buyer', 'order'),
  keepForLater: post<{ id: number; is_later: 0 | 1 }, LaterList>('/api/cart/{id}/later', 'buyer', 'order'),
  laterList: get<Nothing, LaterList, 'buyer'>('/api/cart/later', 'buyer'),
  cartStores: get<Nothing, StoreList, 'buyer'>('/api/cart/stores', 'buyer'),
  copyLines: post<CopyInput, Copied>('/api/cart/copy', 'buyer', 'order'),
  checkoutCart: dear('quote', post<PreviewInput, Preview>('/api/cart/checkout', 'buyer', 'order')),
  previewOrder: dear('quote', post<PreviewInput, Preview>('/api/order/preview', 'buyer', 'order')),

  addCombination: post<AddCombinationInput, AddedToCart>('/api/cart/combination', 'buyer', 'order'),
  nextHint: dear('quote', post<NextHintInput, NextHint>('/api/cart/next-hint', 'buyer', 'read')),

  // activities
  activityTabs: get<Nothing, ActivityTabs>('/api/activity/tap', 'all', true),
  activityGoods: get<{ id: number }, ActivityGoods[]>('/api/goods/activities', 'all'),
  flashSessions: get<Nothing, FlashSessions>('/api/spike/index', 'all', true),
  flashGoods: get<ActivityFilter, FlashGoods>('/api/miaosha/goods', 'all', true),
  groupBuys: get<ActivityFilter, GroupBuys>('/api/group-buy', 'all'),
  joinGroupBuy: post<JoinInput, Joined>('/api/group-buy/{id}/join', 'buyer', 'order'),
  combinations: get<ActivityFilter, Combinations>('/api/combination', 'all'),
  cashbacks: get<ActivityFilter, Cashbacks>('/api/cashback', 'all'),

  // quick purchase
  fastBuy: dear('quote', get<BoughtInput, BoughtPage, 'buyer'>('/api/user/fast-buy', 'buyer')),
  matchPurchase: dear('match', post<MatchInput, MatchOutput>('/api/quick-order/match', 'buyer', 'order')),
  rememberPurchase: post<RememberInput, Remembered>('/api/quick-order/remember', 'buyer', 'order'),
  bestCart: dear('match', post<BestCartInput, BestCart>('/api/quick-order/best', 'buyer', 'order')),
  moveCartLines: post<MoveLinesInput, MovedLines>('/api/quick-order/apply', 'buyer', 'order'),
  setShelfLife: post<ShelfLife, ShelfLife>('/api/quick-order/shelf-life', 'buyer', 'order'),

  // addresses
  addresses: get<Nothing, AddressList, 'buyer'>('/api/address', 'buyer'),
  regions: get<Nothing, RegionNode[]>('/api/address/regions', 'all'),
  createAddress: post<AddressInput, AddressWire>('/api/address', 'buyer', 'order'),
  updateAddress: post<AddressInput & { id: number }, AddressWire>('/api/address/{id}', 'buyer', 'order'),
  deleteAddress: post<{ id: number }, AddressList>('/api/address/{id}/delete', 'buyer', 'order'),
  makeDefaultAddress: post<{ id: number }, AddressWire>('/api/address/{id}/default', 'buyer', 'order'),

  // orders
  placeOrder: once(dear('order', post<PlaceOrderInput, PlacedTrade>('/api/order', 'buyer', 'order'))),
  orders: whileFrozen(get<ListOrdersInput, OrderList, 'buyer'>('/api/order', 'buyer')),
  order: whileFrozen(get<OrderNoInput, OrderDetail, 'buyer'>('/api/order/{no}', 'buyer')),
  orderLogistics: whileFrozen(
    get<OrderNoInput, { list: ShipmentWire[] }, 'buyer'>('/api/order/{no}/logistics', 'buyer'),
  ),
  // 财务 calls off what waits for approval; the service asks for more where the order stands elsewhere.
  cancelOrder: post<CancelOrderInput, OrderDetail>('/api/order/{no}/cancel', 'buyer', 'pay'),
  confirmOrder: post<OrderNoInput, OrderDetail>('/api/order/{no}/confirm', 'buyer', 'receive'),
  extendOrder: post<OrderNoInput, OrderDetail>('/api/order/{no}/extend', 'buyer', 'receive'),
  refuseOrder: post<RefuseOrderInput, OrderDetail>('/api/order/{no}/refuse', 'buyer', 'receive'),
  hideOrder: post<OrderNoInput, OrderDetail>('/api/order/{no}/hide', 'buyer', 'order'),
  previewRebuy: dear('quote', get<OrderNoInput, RebuyPreview, 'buyer'>('/api/order/{no}/rebuy', 'buyer')),
  rebuyOrder: dear('order', post<OrderNoInput, RebuyOutput>('/api/order/{no}/rebuy', 'buyer', 'order')),

  // payments
  payMethods: need('pay', get<PayMethodsInput, PayMethod[], 'buyer'>('/api/pay/methods', 'buyer')),
  pay: post<PayInput, PayOutput>('/api/pay', 'buyer', 'pay'),
  payment: get<PayNoInput, PayStatus, 'buyer'>('/api/pay/{no}', 'buyer'),
  payNotify: {
    ...post<NotifyInput, null, 'all'>('/api/pay/notify/{provider}', 'all'),
    isSigned: true,
  } as Call<NotifyInput, null, 'all'>,

  // wallet
  money: need('wallet', get<Nothing, MoneyOutput, 'buyer'>('/api/user/user-money', 'buyer')),
  moneyLog: need('wallet', get<MoneyLogInput, MoneyLog, 'buyer'>('/api/user/user-money/log', 'buyer')),

  // coupons
  couponCenter: get<CouponCenterInput, CouponCenter>('/api/coupon-center', 'all'),
  claimCoupon: post<{ id: number }, CenterCoupon>('/api/coupon/{id}/claim', 'buyer', 'order'),
  heldCoupons: get<HeldCouponsInput, HeldCoupons, 'buyer'>('/api/user/coupon', 'buyer'),
  availableCoupons: get<HeldCouponsInput, HeldCoupons, 'buyer'>('/api/user/available-coupon', 'buyer'),
  couponCount: get<Nothing, CouponCount, 'buyer'>('/api/user/coupon-count', 'buyer'),

  // controlled sale
  controlledApplications: get<ApplicationsInput, Applications, 'buyer'>('/api/controlled', 'buyer'),
  applyForControlled: post<ApplyInput, Application>('/api/controlled/apply', 'buyer', 'order'),

  // 品种求购
  wantedList: get<WantedListInput, WantedList, 'buyer'>('/api/user/buy', 'buyer'),
  askFor: post<WantedInput, WantedWire>('/api/user/buy', 'buyer', 'order'),
  wanted: get<{ id: number }, WantedWire, 'buyer'>('/api/user/buy/{id}', 'buyer'),
  withdrawWanted: post<{ id: number }, WantedWire>('/api/user/buy/{id}/withdraw', 'buyer', 'order'),

  // favourites
  favorites: get<FavoritesInput, Favorites, 'buyer'>('/api/favorite', 'buyer'),
  keepFavorites: post<FavoriteIdsInput, FavoriteChange>('/api/favorite', 'buyer', 'read'),
  cancelFavorites: post<FavoriteIdsInput, FavoriteChange>('/api/favorite/cancel', 'buyer', 'read'),

  // messages, alerts and live events
  messages: whileFrozen(get<MessagesInput, MessageList, 'buyer'>('/api/message', 'buyer')),
  readMessages: post<ReadMessagesInput, MessagesRead>('/api/message/read', 'buyer', 'messages'),
  askForStock: post<StockAlertInput, AlertWire>('/api/notify/stock', 'buyer', 'read'),
  askForPrice: post<PriceAlertInput, AlertWire>('/api/notify/price', 'buyer', 'read'),
  events: { ...whileFrozen(get<Nothing, never, 'buyer'>('/api/events', 'buyer')), isStream: true } as Call<
    Nothing,
    never,
    'buyer'
  >,

  // the desks: a buyer and a visitor are answered 404
  deskLogin: post<DeskLoginInput, StaffWire, 'all'>('/api/desk/login', 'all'),
  deskLogout: withInitialPassword(post<Nothing, null, 'staff'>('/api/desk/logout', 'staff', 'own')),
  deskMe: withInitialPassword(get<Nothing, StaffWire, 'staff'>('/api/desk/me', 'staff')),
  deskPassword: withInitialPassword(
    post<DeskPasswordInput, StaffWire, 'staff'>('/api/desk/password', 'staff', 'own'),
  ),
  deskStaff: need('staff', get<Nothing, StaffList, 'staff'>('/api/desk/staff', 'staff')),
  disableStaff: post<StaffIdInput, StaffWire, 'staff'>('/api/desk/staff/{id}/disable', 'staff', 'staff'),
} as const;
