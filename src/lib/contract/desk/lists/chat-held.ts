/** 待审消息: messages with a sensitive word, which the other side sees only after somebody has looked at them. */
import { fromDay, moment, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const chatHeld = defineList({
  page: '/desk/chat-held',
  key: 'text',
  filters: {
    company: part('企业名称', 'company'),
    text: part('内容', 'text'),
    from: fromDay('开始日期', 'at'),
    to: toDay('结束日期', 'at'),
  },
  columns: {
    company: text('企业', { isTitle: true }),
    merchant: text('商家'),
    sender: word('发送方', { buyer: '买家', staff: '客服' }),
    name: text('发送人'),
    text: text('内容'),
    at: moment('时间', { isSortable: true }),
  },
  sort: 'at',
  acts: {
    pass: { text: '通过', done: '已通过，对方可以看到', shows: ['text', 'name'], isBulk: true },
    refuse: {
      text: '不通过',
      done: '已拦截，只有发送人自己看得到',
      shows: ['text', 'name'],
      reason: '发送人看不到',
      isBulk: true,
    },
  },
  none: '没有待审的消息',
});
