/** A company's orders as a table to download, slice by slice. */
import type { OrderSearch } from '#lib/contract/orders/search.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { AddressSnapshot } from '../db/schema.ts';
import type { FoundRows, TableColumn } from '../engines/tables/write-table.ts';
import type { Account } from '../people/account-rows.ts';
import { secondText } from '../wallet/tables.ts';
import { factsOf } from './facts.ts';
import { countOrders, listOrdersBehind } from './list-rows.ts';
import { readReach, searchOf } from './reach.ts';
import { listLines, listMerchantNames, type OrderLineRow, type OrderRow } from './rows.ts';
import { listTradesOf } from './trade-rows.ts';

/** Orders that are read and written at once. */
const slice = 200;

interface Row {
  order: OrderRow;
  status: string;
  merchant: string;
  store: string;
  lines: OrderLineRow[];
  address: AddressSnapshot | null;
  /** The company may see the prices of goods; what it has paid is its own record. */
  seesPrices: boolean;
}

const piecesOf = ({ lines }: Row) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

function placeOf({ address }: Row): string {
  return address === null ? '' : addressText(address);
}

function goodsText({ lines }: Row): string {
  return lines
    .map(({ snapshot, quantity }) => `${snapshot.name} ${snapshot.spec}×${quantity}${snapshot.unit}`)
    .join('；');
}

export const orderColumns: readonly TableColumn<Row>[] = [
  { head: '订单号', width: 26, kind: 'text', value: ({ order }) => order.no },
  { head: '交易号', width: 26, kind: 'text', value: ({ order }) => order.tradeNo },
  { head: '下单时间', width: 20, kind: 'text', value: ({ order }) => secondText(order.createdAt) },
  {
    head: '付款时间',
    width: 20,
    kind: 'text',
    value: ({ order }) => (order.paidAt === null ? null : secondText(order.paidAt)),
  },
  { head: '状态', width: 10, kind: 'text', value: ({ status }) => status },
  { head: '商家', width: 20, kind: 'text', value: ({ merchant }) => merchant },
  { head: '门店', width: 24, kind: 'text', value: ({ store }) => store },
  { head: '品种数', width: 8, kind: 'number', value: ({ lines }) => lines.length },
  { head: '件数', width: 8, kind: 'number', value: piecesOf },
  {
    head: '商品金额（元）',
    width: 14,
    kind: 'money',
    value: ({ order, seesPrices }) => (seesPrices ? order.goodsAmount : null),
  },
  {
    head: '优惠（元）',
    width: 12,
    kind: 'money',
    value: ({ order, seesPrices }) => (seesPrices ? order.discountAmount : null),
  },
  { head: '运费（元）', width: 12, kind: 'money', value: ({ order }) => order.shippingAmount },
  { head: '订单金额（元）', width: 14, kind: 'money', value: ({ order }) => order.payAmount },
  { head: '已退款（元）', width: 14, kind: 'money', value: ({ order }) => order.refundedAmount },
  { head: '收货人', width: 10, kind: 'text', value: ({ address }) => address?.receiver ?? '' },
  { head: '收货地址', width: 40, kind: 'text', value: placeOf },
  { head: '商品', width: 60, kind: 'text', value: goodsText },
];

/** All orders that a search finds, in the order of the list; how many there are is known before. */
export async function findOrderRows(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: OrderSearch,
): Promise<FoundRows<Row>> {
  const { companyIds, stores } = await readReach(db, account, input.store);
  const search = searchOf(input);
  const names = new Map(
    [...stores, { id: account.companyId, name: account.company }].map((one) => [one.id, one.name]),
  );
  const total = await countOrders(db, companyIds, search, now);
  async function* slices(): AsyncGenerator<Row[]> {
    let last: OrderRow | null = null;
    for (;;) {
      const orders: OrderRow[] = await listOrdersBehind(db, companyIds, search, { now, last, limit: slice });
      if (orders.length > 0) yield await rowsOf(db, orders, { account, names, now });
      last = orders.at(-1) ?? null;
      if (orders.length < slice) return;
    }
  }
  return { total, slices: slices() };
}

async function rowsOf(
  db: Db,
  orders: readonly OrderRow[],
  { account, names, now }: { account: Account; names: ReadonlyMap<number, string>; now: Date },
): Promise<Row[]> {
  const [lines, merchants, trades] = await Promise.all([
    listLines(
      db,
      orders.map(({ no }) => no),
    ),
    listMerchantNames(
      db,
      orders.map(({ merchantId }) => merchantId),
    ),
    listTradesOf(db, orders),
  ]);
  const addresses = new Map(trades.map(({ no, address }) => [no, address]));
  const linesOf = Map.groupBy(lines, ({ line }) => line.orderNo);
  return orders.map((order) => ({
    order,
    status: orderStatusText(factsOf(order), now.getTime()),
    merchant: merchants.get(order.merchantId) ?? '',
    store: names.get(order.companyId) ?? '',
    lines: (linesOf.get(order.no) ?? []).map(({ line }) => line),
    address: addresses.get(order.tradeNo) ?? null,
    seesPrices: isApproved(account.companyState),
  }));
}
