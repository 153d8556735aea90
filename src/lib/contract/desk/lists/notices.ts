/** 通知: what happened, for the people of a merchant whom it concerns by their role. */
import { merchantNoticeKinds, merchantNoticeText } from '#lib/rules/companies/merchant-notices.ts';
import { tableOf } from '#lib/rules/terms/keys.ts';
import { choice, flag, moment, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = tableOf(merchantNoticeKinds, merchantNoticeText);

export const notices = defineList({
  page: '/desk/notices',
  filters: {
    kind: choice('种类', kinds, { column: 'kind' }),
    unread: choice('状态', { 1: '未读' }),
  },
  columns: {
    title: text('通知', { isTitle: true }),
    body: text('内容'),
    kind: word('种类', kinds),
    created_at: moment('时间'),
    readers: text('已读的人'),
    is_read: flag('我已读'),
    // A page of the desk that the reader may open.
    link: text('页面', { isHidden: true }),
  },
  sort: '-id',
  none: '没有通知',
});
