/** 直播数据: what was put into carts and bought from each room, by goods. */
import { fromDay, moment, money, number, part, text, toDay, whole } from '../fields.ts';
import { defineList } from '../list.ts';

export const liveFigures = defineList({
  page: '/desk/live-figures',
  key: 'text',
  filters: {
    room: part('直播标题', 'room'),
    room_id: whole('直播编号', 'room_id', 10),
    goods: part('商品', 'goods'),
    merchant: part('商家', 'merchant', 100, { side: 'platform' }),
    from: fromDay('开播日期起', 'started_at'),
    to: toDay('开播日期止', 'started_at'),
  },
  columns: {
    goods: text('商品', { isTitle: true }),
    spec: text('规格'),
    goods_id: number('商品编号', { isOptional: true }),
    room: text('直播', { link: { page: '/desk/live/[id]', by: { id: 'room_id' } } }),
    merchant: text('商家', { side: 'platform' }),
    started_at: moment('开播', { isSortable: true }),
    companies: number('加购企业', { unit: '家' }),
    pieces: number('加购数量'),
    orders: number('订单', { unit: '笔' }),
    buyers: number('下单企业', { unit: '家' }),
    sold: number('成交数量'),
    paid: money('成交金额'),
    room_id: number('直播编号', { isHidden: true }),
  },
  sort: '-started_at',
  none: '没有符合条件的直播商品',
});
