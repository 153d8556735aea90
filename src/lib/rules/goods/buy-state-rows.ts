/** The rows of rules 1 for a logged-in buyer, with their sentences. */
import type { CompanyState } from '../companies/company-state.ts';
import {
  buyerTypes,
  findExpiredPaper,
  isInScope,
  type Paper,
  paperNames,
  unknownScope,
} from '../companies/qualification.ts';
import { isInRegions } from '../promotions/freight.ts';
import { entriesOf } from '../terms/keys.ts';
import { limitText } from '../terms/limit-text.ts';
import { must } from '../terms/must.ts';
import { leastPurchase, limitLeft, type QuantityTerms } from '../terms/quantity.ts';
import { findRest, type Rest } from '../terms/shelf-life.ts';
import type { BuyStateBuyer, BuyStateCode, BuyStateContext, BuyStateGoods } from './buy-state-shape.ts';
import { isLack } from './stock.ts';

/** The facts for a row: of a logged-in buyer, because the row before gives `login` to all others. */
export type BuyerFacts = { goods: BuyStateGoods; buyer: BuyStateBuyer; context: BuyStateContext };
/** A sentence, or a function that makes it. */
export type Words = string | ((facts: BuyerFacts) => string);
type Row = {
  when: (facts: BuyerFacts) => boolean;
  text: Words;
  action: Words;
  reason: Words;
  showsPrice: boolean;
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
    text: ({ goods, context }) => offShelfTexts[restOf(goods, context.now) ?? 'stopped'] ?? '已下架',
    action: '看同品',
    reason: ({ goods, context }) => {
      const rest = restOf(goods, context.now);
      if (rest === 'merchant_rest' && goods.merchantRest)
        return `该商家休息到${goods.merchantRest.until}，期间不接新订单，可选购其他商家的同品`;
      return rest === null ? '该商品已下架，可选购其他商家的同品' : restReasons[rest];
    },
    showsPrice: false,
  },
  paper_expired: {
    when: (facts) => expiredPaper(facts) !== null,
    text: '资质已过期，更新后可采购',
    action: '更新资质',
    reason: (facts) =>
      `您的${paperNames[must(expiredPaper(facts), 'the paper that has expired').kind]}已过期，“${facts.goods.scope}”类商品须更新该证件后采购`,
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

const offShelfTexts: Partial<Record<Rest, string>> = {
  merchant_rest: '商家休息',
  merchant_closing: '商家停止经营',
};

/** Why an item on the shelf is off sale all the same. */
function restOf(goods: BuyStateGoods, now: number): Rest | null {
  return goods.isOnShelf ? findRest(goods, now) : null;
}

const restReasons = {
  stopped: '该商品正在质量核查，平台已暂停其销售，可选购其他同类商品',
  lot_passed: '该商品的批次已过有效期，不再销售，可选购其他商家的同品',
  lot_unknown: '该商品的批号和效期尚未登记，暂不销售，可选购其他商家的同品',
  merchant_paper: '该商家的资质已过期或已停止经营，其商品暂停销售，可选购其他商家的同品',
  merchant_closing: '该商家已停止经营，不再接受新订单，可选购其他商家的同品',
  merchant_rest: '该商家正在休息，期间不接新订单，可选购其他商家的同品',
} satisfies Record<Rest, string>;

/** The rows with their codes, in the order of the rules. */
export const rows: [keyof typeof table, Row][] = entriesOf(table);

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
