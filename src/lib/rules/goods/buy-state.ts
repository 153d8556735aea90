/** Who may see and buy what (rules 1). */

import {
  type BuyerType,
  buyerTypes,
  type CompanyState,
  findExpiredPaper,
  type GoodsScope,
  isInScope,
  type Paper,
  paperNames,
  type ScopeCode,
  unknownScope,
} from '../companies/qualification.ts';
import { isInRegions } from '../promotions/freight.ts';
import { limitLeft, limitText, type QuantityTerms, roundUpTo } from '../terms/quantity.ts';
import { type Dates, findRest } from '../terms/shelf-life.ts';
import type { EpochMs, Id } from '../terms/terms.ts';

export type { BuyerType } from '../companies/qualification.ts';

/** The codes of rules 1, top-down. */
export type BuyStateCode =
  | 'login'
  | 'unverified'
  | 'reviewing'
  | 'frozen'
  | 'out_of_scope'
  | 'buyer_type'
  | 'out_of_area'
  | 'controlled'
  | 'off_shelf'
  | 'paper_expired'
  | 'out_of_stock'
  | 'limit_reached'
  | 'ok';

/** The one answer for card, detail, cart, checkout and order. */
export type BuyState = {
  code: BuyStateCode;
  /** The price area's text; of `ok` empty, the price stands there. */
  text: string;
  /** The button's label. */
  action: string;
  /** A sentence that names the rule and what the buyer can do; of `ok` empty. */
  reason: string;
  /** False = no price field may leave the server. */
  showsPrice: boolean;
};

/** The goods, as far as `buyState` looks. */
export type BuyStateGoods = Dates & {
  id: Id;
  merchantId: Id;
  /** Scope the category needs; null = none (一类器械 and the like), unknown = closed to all. */
  scope: GoodsScope;
  /** Buyer types it may be sold to; null = all. */
  buyerTypes: BuyerType[] | null;
  /** Regions the merchant sells to, matched by prefix (codes or names); null = everywhere. */
  salesRegions: string[] | null;
  /** Regions the merchant leaves out, matched likewise. */
  excludedRegions: string[];
  isControlled: boolean;
  isOnShelf: boolean;
  stock: number;
  packStep: number;
  minQuantity: number;
  /** Several specs: the button says 选择规格 (djg > 1). */
  variantCount: number;
  hasGroupBuy: boolean;
  limitQuantity: number;
  dayLimit: number;
  weekLimit: number;
};

/** The logged-in company, as far as `buyState` looks. */
export type BuyStateBuyer = {
  companyId: Id;
  companyState: CompanyState;
  buyerType: BuyerType;
  /** The company's region, as a code or a name, in the same form as the merchants' regions. */
  region: string;
  scopes: ScopeCode[];
  papers: Paper[];
};

/** What else the answer depends on, for this buyer and this goods. */
export type BuyStateContext = {
  now: EpochMs;
  /** State of the application for a controlled goods. */
  grant: 'none' | 'pending' | 'granted';
  limitUsed: number;
  dayUsed: number;
  weekUsed: number;
};

type Facts = { goods: BuyStateGoods; buyer: BuyStateBuyer | null; context: BuyStateContext };
/** A buyer is there in every row after the first. */
type BuyerFacts = Facts & { buyer: BuyStateBuyer };
type Words<F> = string | ((facts: F) => string);
type Row = {
  when: (facts: BuyerFacts) => boolean;
  text: Words<BuyerFacts>;
  action: Words<BuyerFacts>;
  reason: Words<BuyerFacts>;
  showsPrice: boolean;
};

const login: BuyState = {
  code: 'login',
  text: '登录后可见',
  action: '登录查看价格',
  reason: '价格仅对通过资质认证的采购单位开放，请登录或注册后查看',
  showsPrice: false,
};

/** The table of rules 1 after `login`; the keys' order is the order of the rules, the first match wins. */
const table = {
  unverified: {
    when: ({ buyer }) => companyGate[buyer.companyState] === 'unverified',
    text: '认证后可见',
    action: '去认证',
    reason: ({ buyer }) =>
      unverifiedReasons[buyer.companyState] ?? '请提交企业资料和资质，通过审核后可查看价格',
    showsPrice: false,
  },
  reviewing: {
    when: ({ buyer }) => companyGate[buyer.companyState] === 'reviewing',
    text: '资质审核中',
    action: '查看进度',
    reason: '企业资质正在审核，通过后即可查看价格和采购，可随时查看审核进度',
    showsPrice: false,
  },
  frozen: {
    when: ({ buyer }) => companyGate[buyer.companyState] === 'frozen',
    text: '账号受限',
    action: '联系客服',
    reason: '企业账号已冻结或注销，暂不能查看价格和采购，请联系客服处理',
    showsPrice: false,
  },
  out_of_scope: {
    when: ({ goods, buyer }) => !isInScope(goods.scope, buyer.scopes),
    text: '不在您的经营范围',
    action: '申请变更范围',
    reason: ({ goods }) =>
      goods.scope === unknownScope
        ? '该商品的经营范围类别尚未核定，暂不能采购，请联系客服'
        : `您的经营范围不含“${goods.scope}”，更新资质并申请变更范围后可采购`,
    showsPrice: false,
  },
  buyer_type: {
    when: ({ goods, buyer }) => goods.buyerTypes !== null && !goods.buyerTypes.includes(buyer.buyerType),
    text: ({ goods }) => `仅限${allowedTypes(goods)}采购`,
    action: '了解原因',
    reason: ({ goods, buyer }) =>
      `该商品仅限${allowedTypes(goods)}采购，您的企业类型为${buyerTypes[buyer.buyerType].text}，可选购其他同类商品`,
    showsPrice: false,
  },
  out_of_area: {
    when: ({ goods, buyer }) =>
      isInRegions(buyer.region, goods.excludedRegions) ||
      (goods.salesRegions !== null && !isInRegions(buyer.region, goods.salesRegions)),
    text: '超出商家销售区域',
    action: '看同品',
    reason: '该商家不向您所在地区销售此商品，可选购其他商家的同品',
    showsPrice: false,
  },
  controlled: {
    when: ({ goods, context }) => goods.isControlled && context.grant !== 'granted',
    text: '控销品种',
    action: ({ context }) => (context.grant === 'pending' ? '审核中' : '申请采购权限'),
    reason: ({ context }) =>
      context.grant === 'pending'
        ? '该商品为控销品种，您的采购权限申请正在审核，通过后可查看价格和采购'
        : '该商品为控销品种，需申请采购权限，商家同意后可查看价格和采购',
    showsPrice: false,
  },
  off_shelf: {
    when: ({ goods, context }) => !goods.isOnShelf || findRest(goods, context.now) !== null,
    text: '已下架',
    action: '看同品',
    reason: ({ goods, context }) => {
      const rest = goods.isOnShelf ? findRest(goods, context.now) : null;
      return rest === null ? '该商品已下架，可选购其他商家的同品' : restReasons[rest];
    },
    showsPrice: false,
  },
  paper_expired: {
    when: (facts) => expiredPaper(facts) !== null,
    text: '资质已过期，更新后可采购',
    action: '更新资质',
    reason: (facts) =>
      `您的${paperNames[expiredPaper(facts)!.kind]}已过期，“${facts.goods.scope}”类商品须更新该证件后采购`,
    showsPrice: true,
  },
  out_of_stock: {
    // Below the minimum purchase nothing can be bought either (rules 4: maximum below minimum).
    when: ({ goods }) => isLack(goods) || goods.stock < leastPurchase(goods),
    text: '缺货',
    action: '到货通知',
    reason: '库存不足一个起购数量，可登记到货通知或选购其他商家的同品',
    showsPrice: true,
  },
  limit_reached: {
    when: (facts) => limitLeft(limits(facts)) < leastPurchase(facts.goods),
    text: '已达限购总数',
    action: '查看恢复时间',
    reason: (facts) => limitText(limits(facts)),
    showsPrice: true,
  },
} satisfies Record<Exclude<BuyStateCode, 'login' | 'ok'>, Row>;

const restReasons = {
  lot_passed: '该商品的批次已过有效期，不再销售，可选购其他商家的同品',
  lot_unknown: '该商品的批号和效期尚未登记，暂不销售，可选购其他商家的同品',
  merchant_paper: '该商家的资质已过期，其商品暂停销售，可选购其他商家的同品',
} satisfies Record<NonNullable<ReturnType<typeof findRest>>, string>;

const rows = Object.entries(table) as [keyof typeof table, Row][];

/** The gate that each company state runs into, null = none. 已注销 has no row of its own: it is as good as frozen. */
const companyGate = {
  draft: 'unverified',
  rejected: 'unverified',
  reviewing: 'reviewing',
  frozen: 'frozen',
  closed: 'frozen',
  approved: null,
  changing: null,
} satisfies Record<CompanyState, 'unverified' | 'reviewing' | 'frozen' | null>;

const unverifiedReasons: Partial<Record<CompanyState, string>> = {
  rejected: '企业资质未通过审核，请按驳回原因修改后重新提交，通过后可查看价格',
};

/**
 * The rule of rules 1: who may see and buy a goods. `buyer` null = not logged in. Of the rest the first row that
 * fits wins; only `ok` can be added to a cart. A promo limit that is used up is still `ok`, at the original price.
 */
export function buyState(
  goods: BuyStateGoods,
  buyer: BuyStateBuyer | null,
  context: BuyStateContext,
): BuyState {
  if (!buyer) return login;
  const facts: BuyerFacts = { goods, buyer, context };
  for (const [code, row] of rows)
    if (row.when(facts))
      return {
        code,
        text: say(row.text, facts),
        action: say(row.action, facts),
        reason: say(row.reason, facts),
        showsPrice: row.showsPrice,
      };
  const action = goods.hasGroupBuy ? '去拼团' : goods.variantCount > 1 ? '选择规格' : '加入购物车';
  return { code: 'ok', text: '', action, reason: '', showsPrice: true };
}

/** All codes, top-down. */
export const buyStateCodes: readonly BuyStateCode[] = ['login', ...rows.map(([code]) => code), 'ok'];

/** The wire's is_buy. */
export function isBuyable(state: Pick<BuyState, 'code'>): boolean {
  return state.code === 'ok';
}

/** What keeps goods from a buyer however they come, bought or as a gift; stock and limits of a gift are its activity's. */
const keepsFrom: ReadonlySet<BuyStateCode> = new Set([
  'out_of_scope',
  'buyer_type',
  'out_of_area',
  'controlled',
  'off_shelf',
  'paper_expired',
] satisfies BuyStateCode[]);

/** Whether goods may not reach this buyer, not even as a gift. Whoever cannot buy anything yet is told what there would be. */
export function isKeptFrom(state: Pick<BuyState, 'code'>): boolean {
  return keepsFrom.has(state.code);
}

/** The specification's "lack" mark: the stock is below one pack. */
export function isLack(goods: Pick<BuyStateGoods, 'stock' | 'packStep'>): boolean {
  return goods.packStep <= 0 || goods.stock < goods.packStep;
}

/** What lists say where there is not enough for one purchase. */
export const lackLabel = '缺货';

/** What is left, for buyers: `120盒`, or 缺货. */
export function stockLabel(goods: Pick<BuyStateGoods, 'stock' | 'packStep'>, unit: string): string {
  return isLack(goods) ? lackLabel : `${goods.stock}${unit}`;
}

function leastPurchase(goods: BuyStateGoods): number {
  return roundUpTo(Math.max(1, goods.minQuantity), goods.packStep);
}

function expiredPaper({ goods: { scope }, buyer, context }: BuyerFacts): Paper | null {
  return scope === null || scope === unknownScope ? null : findExpiredPaper(scope, buyer.papers, context.now);
}

function limits({ goods, context }: BuyerFacts): QuantityTerms {
  const { limitUsed, dayUsed, weekUsed } = context;
  return { ...goods, limitUsed, dayUsed, weekUsed, isBuyable: true, groupBuy: null };
}

function allowedTypes(goods: BuyStateGoods): string {
  const types = goods.buyerTypes ?? [];
  if (types.length > 0 && types.every((type) => buyerTypes[type].isMedical)) return '医疗机构';
  return types.map((type) => buyerTypes[type].text).join('、');
}

function say(words: Words<BuyerFacts>, facts: BuyerFacts): string {
  return typeof words === 'string' ? words : words(facts);
}
