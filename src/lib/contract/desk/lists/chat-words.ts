/** 敏感词: words that messages may not carry as they are. */
import { wordActions } from '#lib/rules/chat/sensitive.ts';
import { choice, moment, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

export const chatWords = defineList({
  page: '/desk/chat-words',
  filters: {
    word: part('敏感词', 'word'),
    action: choice('处理', wordActions, { column: 'action' }),
  },
  columns: {
    word: text('敏感词', { isTitle: true }),
    action: word('处理', wordActions),
    made_by: text('添加人'),
    created_at: moment('添加时间', { isSortable: true }),
  },
  sort: '-id',
  acts: {
    drop: { text: '删除', done: '已删除', asks: '以后发的消息不再按这个词处理，确定删除吗？', isBulk: true },
  },
  none: '没有符合条件的敏感词',
});
