/** 订单: at both sides' desks, each in the state of its work. */
import { deskOrderTabKeys, deskOrderTabs, isWaitingTab } from '#lib/rules/orders/desk-orders.ts';
import { choice, flag, fromDay, moment, number, part, text, toDay } from '../fields.ts';
import { defineList } from '../list.ts';

const states = Object.fromEntries(
  deskOrderTabKeys.filter((key) => key !== 'all').map((key) => [key, deskOrderTabs[key].text]),
);

export const orders = defineList({
  page: '/desk/orders',
  key: 'text',
  filters: {
    // An order's number or its last digits, a number of a trade, payment, payment provider or parcel, the receiver's
    // phone, part of the company's or an item's name, number or SKU of an item.
    q: part('单号、手机、企业、商品'),
    state: choice('状态', states, { all: deskOrderTabs.all.text, initially: 'to_ship' }),
    from: fromDay('付款开始', 'paid_at'),
    to: toDay('付款结束', 'paid_at'),
  },
  columns: {
    no: text('订单号', { isTitle: true, link: { page: '/desk/orders/[no]', by: { no: 'no' } } }),
    company: text('采购企业'),
    merchant: text('商家', { side: 'platform' }),
    receiver: text('收货人'),
    place: text('地区'),
    status: text('状态'),
    placed_at: moment('下单时间', { isOptional: true }),
    paid_at: moment('付款时间', { isSortable: true, isNullable: true }),
    lines_left: number('待发品种'),
    pieces_left: number('待发数量'),
    parcels: number('已发包裹'),
    pieces_asked: number('申请退款数量', { isHidden: true }),
    hurried_at: moment('买家催发货', { isHidden: true }),
    is_late: flag('超48小时', { isHidden: true }),
    is_cold: flag('冷链', { isHidden: true }),
    is_stuck: flag('物流停滞或异常', { isHidden: true }),
    is_quality: flag('质量待处理', { isHidden: true }),
    refusal: text('拒收', { isHidden: true }),
  },
  // Numbers begin with the day on which the order was placed.
  sort: '-id',
  sorts: {
    box: 'state',
    by: Object.fromEntries(deskOrderTabKeys.filter(isWaitingTab).map((key) => [key, 'paid_at'])),
  },
  none: '没有符合条件的订单',
});
