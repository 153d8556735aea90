/** 直播: a merchant's rooms, or all that were handed in to the platform, each opened as a file. */
import { allRoomStates, roomText } from '#lib/rules/live/room.ts';
import { tableOf } from '#lib/rules/terms/keys.ts';
import { choice, flag, fromDay, moment, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = tableOf(allRoomStates, roomText);

export const liveList = defineList({
  page: '/desk/live',
  filters: {
    title: part('标题', 'title'),
    state: choice('状态', states, { column: 'state' }),
    merchant: part('商家', 'merchant', 100, { side: 'platform' }),
    from: fromDay('开始日期', 'starts_at'),
    to: toDay('结束日期', 'starts_at'),
  },
  columns: {
    title: text('标题', {
      isTitle: true,
      isLong: true,
      link: { page: '/desk/live/[id]', by: { id: 'room' } },
    }),
    state: word('状态', states),
    merchant: text('商家', { side: 'platform' }),
    host: text('主播'),
    is_rx: flag('处方药'),
    starts_at: moment('开始', { isSortable: true }),
    ends_at: moment('结束', { isSortable: true }),
    goods: number('商品', { unit: '种' }),
    viewers: number('观看', { unit: '人' }),
    waiting: number('待回答', { unit: '条' }),
    reason: text('原因', { isOptional: true }),
    handed_in_at: moment('提交审核', { isOptional: true, isSortable: true, isNullable: true }),
    room: number('编号', { isOptional: true }),
  },
  sort: '-starts_at',
  sorts: { box: 'state', by: { waiting: 'handed_in_at', ready: 'starts_at' } },
  none: '没有符合条件的直播',
});
