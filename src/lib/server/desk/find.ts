/** Ctrl+K at the desks: orders, also of the points mall, trades, payments, parcels, companies and items that a text or a number leads to. */
import type { DeskFindValues, DeskFound, FoundPlace } from '#lib/contract/desk/find.ts';
import type { ListPath } from '#lib/contract/desk/list.ts';
import { path, routes } from '#lib/contract/routes.ts';
import { companyStateText } from '#lib/rules/companies/company-state.ts';
import { seesOfCompany, staffMay } from '#lib/rules/companies/staff.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { type DeskSearch, readDeskSearch } from '#lib/rules/orders/desk-orders.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import { paymentStates } from '#lib/rules/orders/payment-state.ts';
import { pointsOrderStates } from '#lib/rules/points/points-orders.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { findItemsForDesk } from '../engines/search/desk-items.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import {
  findCompanyPlaces,
  findGoodsPlaces,
  findOrderPlaces,
  findParcelPlaces,
  findPaymentPlaces,
  findPointsOrderPlaces,
  findTradePlace,
} from './find-rows.ts';

/** Characters of a name that are searched; an item's number may be shorter. */
const leastName = 2;
const mostGoods = 8;

interface Asked {
  db: Db;
  search: DeskSearch;
  actor: Context<'staff'>['actor'];
  now: Date;
}

/**
 * `GET /api/desk/find`: only rows of the reader's side, in groups whose pages the reader's role may open. An empty text
 * finds nothing.
 */
export async function findAtDesk(
  { db, actor, now }: Context<'staff'>,
  { q }: DeskFindValues,
): Promise<DeskFound> {
  const search = readDeskSearch(q);
  const isNumber = search.number !== '' || search.phone !== '';
  const isName = search.text.length >= leastName;
  // The index in memory follows the primary; rows of all groups are read where they lie.
  const goodsPage = (['/desk/goods', '/desk/lots', '/desk/onboarding'] as const).some((page) =>
    mayOpen(actor, page),
  );
  const items = goodsPage && isName ? await itemsOf(db, search, actor.merchantId) : [];
  const groups = await readElsewhere(db, (read) => {
    const asked: Asked = { db: read, search, actor, now };
    return Promise.all([
      isNumber && mayOpen(actor, '/desk/orders') ? orders(asked) : none('订单'),
      isNumber && mayOpen(actor, '/desk/orders') ? trades(asked) : none('交易'),
      isNumber && mayOpen(actor, '/desk/payments') ? payments(asked) : none('支付'),
      isNumber && mayOpen(actor, '/desk/orders') ? parcels(asked) : none('运单'),
      isNumber && mayOpen(actor, '/desk/points-orders') ? pointsOrders(asked) : none('积分订单'),
      (isName || search.goodsId !== null) && mayOpen(actor, '/desk/companies')
        ? companies(asked)
        : none('企业'),
      goodsPage && search.text !== '' ? goods(asked, items) : none('商品'),
    ]);
  });
  return { groups: groups.filter(({ places }) => places.length > 0) };
}

interface Group {
  title: string;
  places: FoundPlace[];
}

function none(title: string): Group {
  return { title, places: [] };
}

/** Whether the reader may open a page of the desks. */
function mayOpen({ kind, role = '' }: Asked['actor'], page: ListPath): boolean {
  const { who, may } = routes[page];
  return (who === 'staff' || who === kind) && staffMay(kind, role, may);
}

async function orders({ db, search, actor, now }: Asked): Promise<Group> {
  const rows = await findOrderPlaces(db, search, actor.merchantId);
  return {
    title: '订单',
    places: rows.map(({ no, company, status, deadlineAt, receiveBy }) => {
      const facts = { status, deadlineAt: deadlineAt.getTime(), receiveBy: receiveBy?.getTime() ?? null };
      const typed = search.number.toUpperCase();
      const by = no.startsWith(typed) || no.endsWith(typed) ? '' : `含${search.number} `;
      return {
        name: no,
        note: `${by}${company} ${orderStatusText(facts, now.getTime())}`,
        href: path('/desk/orders/[no]', { no }),
      };
    }),
  };
}

/** A trade has no page: it leads to its order, or to the list of its orders. */
async function trades({ db, search, actor }: Asked): Promise<Group> {
  const no = search.number.toUpperCase();
  const found = await findTradePlace(db, no, actor.merchantId);
  if (found === null) return none('交易');
  const { company, orders: nos } = found;
  const [only] = nos.length === 1 ? nos : [];
  const href =
    only === undefined ? path('/desk/orders', undefined, { q: no }) : path('/desk/orders/[no]', { no: only });
  return { title: '交易', places: [{ name: no, note: `${company} ${nos.length}笔订单`, href }] };
}

async function payments({ db, search }: Asked): Promise<Group> {
  const rows = search.number === '' ? [] : await findPaymentPlaces(db, search.number);
  return {
    title: '支付',
    places: rows.map(({ no, company, amount, status }) => ({
      name: no,
      note: `${company} ¥${showYuan(formatYuan(amount))} ${paymentStates[status].text}`,
      href: path('/desk/payments', undefined, { q: no }),
    })),
  };
}

async function parcels({ db, search, actor }: Asked): Promise<Group> {
  const rows = search.number === '' ? [] : await findParcelPlaces(db, search.number, actor.merchantId);
  return {
    title: '运单',
    places: rows.map(({ trackingNo, carrier, orderNo, company }) => ({
      name: trackingNo,
      note: `${carrier} ${company}`,
      href: path('/desk/orders/[no]', { no: orderNo }),
    })),
  };
}

async function pointsOrders({ db, search }: Asked): Promise<Group> {
  const rows = search.number === '' ? [] : await findPointsOrderPlaces(db, search.number);
  return {
    title: '积分订单',
    places: rows.map(({ no, name, status, company }) => ({
      name: no,
      note: `${company} ${name} ${pointsOrderStates[status].text}`,
      href: path('/desk/points-orders', undefined, { no }),
    })),
  };
}

async function companies({ db, search, actor }: Asked): Promise<Group> {
  const phone = seesOfCompany(actor.role, 'people') ? search.phone : '';
  const rows = await findCompanyPlaces(db, { text: search.text, phone });
  return {
    title: '企业',
    places: rows.map(({ id, name, status }) => ({
      name,
      note: companyStateText(status),
      href: path('/desk/companies/[id]', { id }),
    })),
  };
}

/** Ids by name from the index in memory, and the item of a number. */
async function itemsOf(db: Db, { text }: DeskSearch, merchantId: number | null): Promise<number[]> {
  return findItemsForDesk(await getCatalogue(db), text, { merchantId, limit: mostGoods });
}

async function goods({ db, search, actor }: Asked, items: readonly number[]): Promise<Group> {
  const ids = search.goodsId === null ? items : [search.goodsId, ...items];
  const rows = await findGoodsPlaces(db, { ids, sku: search.text }, actor.merchantId);
  const placeOf = (id: number) => (ids.includes(id) ? ids.indexOf(id) : -1);
  const [hasGoods, hasLots] = [mayOpen(actor, '/desk/goods'), mayOpen(actor, '/desk/lots')];
  // Its own list where there is one, which finds it by its number.
  const hrefOf = (id: number, name: string) =>
    hasGoods
      ? path('/desk/goods', undefined, { keyword: id })
      : hasLots
        ? path('/desk/lots', undefined, { goods: name, state: 'all' })
        : path('/desk/onboarding/[goods]', { goods: id });
  return {
    title: '商品',
    places: rows
      .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
      .slice(0, mostGoods)
      .map(({ id, name, spec, maker, merchant }) => ({
        name: `${name} ${spec}`,
        note: `${actor.merchantId === null ? merchant : maker} 编号${id}`,
        href: hrefOf(id, name),
      })),
  };
}
