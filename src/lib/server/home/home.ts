/** A buyer's part of the home page: what waits, what runs out, what got cheaper, the last purchase. */
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import type { BuyerHome, DueLine, FallenLine } from '#lib/contract/home.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { paperNotices } from '#lib/rules/companies/qualification.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { isBought, orderLineKinds } from '#lib/rules/orders/order-lines.ts';
import { orderIs, orderStatuses, orderTabs } from '#lib/rules/orders/order-state.ts';
import { endsWithin } from '#lib/rules/promotions/coupons.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import { savingOf } from '#lib/rules/purchase/fallen.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { quantityBounds, settleBox } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { Context } from '../core/context.ts';
import { listHeld } from '../coupons/rows.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { countOpen, findLastTrade } from '../orders/list-rows.ts';
import { listBought } from '../quick-order/bought-rows.ts';
import { findDraft } from '../quick-order/purchase-draft-rows.ts';
import { listReplenish } from '../quick-order/replenish.ts';
import { listDueTemplates } from '../templates/templates.ts';

/** Limit of cheaper items in an answer. */
const mostFallen = 7;
/** Limit of regularly bought items whose prices are compared. */
const mostCompared = 100;
/** Names of the last purchase. */
const lastNames = 4;
/** Days before its end in which a coupon is worth a line. */
const couponDays = 7;
const mostCoupons = 20;
const boughtStatuses = orderStatuses.filter(orderIs.paid);
const calledOff = orderStatuses.filter(orderIs.calledOff);
const boughtKinds = orderLineKinds.filter(isBought);

/** `GET /api/user/home`. A company that sees no prices yet has its tasks alone. */
export async function getBuyerHome(context: Context<'buyer'>): Promise<BuyerHome> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const mayOrder = roleMay(account.role, 'order');
  const seesPrices = isApproved(account.companyState);
  const [counts, last, ...rest] = await Promise.all([
    countOpen(db, account.companyId, now),
    findLastTrade(db, account.companyId, { calledOff, kinds: boughtKinds, names: lastNames }),
    seesPrices ? dueOf(context) : none,
    seesPrices ? fallenOf(context) : none,
    seesPrices ? couponsOf(context) : none,
    mayOrder ? findDraft(db, account) : null,
    mayOrder ? listDueTemplates(context) : [],
  ]);
  const [due, fallen, coupons, draft, templates] = rest;
  const inTab = (name: (typeof orderTabs)[number]['text']) =>
    orderTabs
      .find(({ text }) => text === name)
      ?.statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0) ?? 0;
  return {
    may_order: mayOrder ? 1 : 0,
    may_approve: roleMay(account.role, 'approve') ? 1 : 0,
    todo: {
      to_pay: inTab('待付款'),
      to_approve: inTab('待审核'),
      to_receive: inTab('待收货'),
      papers: paperNotices(account.papers, now.getTime()).length,
    },
    due,
    fallen,
    last: last && {
      no: last.no,
      at: last.at.toISOString(),
      kinds: last.kinds,
      names: last.names,
      amount: formatYuan(last.amount),
    },
    draft: draft?.content.rows.length ?? 0,
    templates,
    coupons,
  };
}

const none = { total: 0, list: [] };

/** The line that one press puts into the cart; undefined for what cannot be bought now. */
function lineOf(item: GoodsItem, asked: number) {
  if (item.is_buy !== 1 || item.terms === undefined) return undefined;
  const terms = fromWire<GoodsTerms>(item.terms);
  const number = settleBox(asked, quantityBounds(terms)).value;
  if (number <= 0) return undefined;
  const { id, ck_id, name, ypgg, bzdw } = item;
  return { terms, line: { id, ck_id, name, ypgg, bzdw, number } };
}

/** 该补货, by the rhythm of 快捷采购. */
async function dueOf(context: Context<'buyer'>): Promise<BuyerHome['due']> {
  const { list, total } = await listReplenish(context);
  return {
    total,
    list: list.flatMap((item): DueLine[] => {
      const found = lineOf(item, item.suggested);
      return found ? [{ ...found.line, reason: item.reason }] : [];
    }),
  };
}

/** 常购降价: for as many pieces as last time. */
async function fallenOf({ db, actor: { account }, now }: Context<'buyer'>): Promise<BuyerHome['fallen']> {
  const [{ list }, catalogue] = await Promise.all([
    readElsewhere(db, (from) =>
      listBought(from, account.companyId, {
        statuses: boughtStatuses,
        by: 'times',
        limit: mostCompared,
        offset: 0,
        now,
      }),
    ),
    getCatalogue(db),
  ]);
  const rows = new Map(list.map((row) => [row.goodsId, row]));
  const items = await goodsItems(db, account, catalogue, [...rows.keys()], now.getTime());
  const fallen = items
    .flatMap((item) => {
      const row = rows.get(item.id);
      const found = row && lineOf(item, row.lastNumber);
      if (!found) return [];
      const price = cardPrice(found.terms, found.line.number, now.getTime()).unitPrice;
      const saving = savingOf({
        times: row.times,
        pieces: found.line.number,
        last: row.lastPrice,
        now: price,
      });
      const line: FallenLine = {
        ...found.line,
        last_price: formatYuan(row.lastPrice),
        price: formatYuan(price),
      };
      return saving === null ? [] : [{ line, saving }];
    })
    .sort((a, b) => b.saving - a.saving || a.line.id - b.line.id);
  return { total: fallen.length, list: fallen.slice(0, mostFallen).map(({ line }) => line) };
}

/** Coupons that can be used now and end soon. */
async function couponsOf({ db, actor: { account }, now }: Context<'buyer'>): Promise<BuyerHome['coupons']> {
  const { list } = await listHeld(db, account.companyId, {
    type: undefined,
    status: undefined,
    isUsable: true,
    now,
    limit: mostCoupons,
    offset: 0,
  });
  const today = shanghaiDay(now.getTime());
  const ending = list.filter(({ held }) => endsWithin(held.validTo.getTime(), couponDays, now.getTime()));
  return {
    total: ending.length,
    list: ending.slice(0, 2).map(({ held, coupon, merchant }) => ({
      id: held.id,
      name: coupon.name,
      merchant: merchant ?? '平台',
      amount: formatYuan(coupon.threshold),
      value: formatYuan(coupon.value),
      // One that ends at midnight ends with the day before.
      days: shanghaiDay(held.validTo.getTime() - 1) - today,
    })),
  };
}
