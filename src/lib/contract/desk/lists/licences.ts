/** 商家证照: registered licences of merchants with their last hand-in. */
import { licenceKinds, licenceStates, licenceViews } from '#lib/rules/companies/licences.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { choice, day, flag, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const { all, ...views } = licenceViews;
const kinds = Object.fromEntries(keysOf(licenceKinds).map((kind) => [kind, licenceKinds[kind].text]));
const states = { ...licenceStates, none: '未登记' } as const;

export const licencesList = defineList({
  page: '/desk/licences',
  key: 'text',
  filters: {
    view: choice('范围', views, { all }),
    merchant: part('商家', undefined, 100, { side: 'platform' }),
  },
  columns: {
    kind: word('证照', kinds, { isTitle: true }),
    merchant: text('商家', { isSortable: true, side: 'platform' }),
    number: text('证号', { isCopied: true }),
    valid_from: day('发证日期'),
    valid_to: day('有效期至', { isSortable: true, isNullable: true }),
    days_left: number('剩余天数', { unit: '天' }),
    state: word('状态', states),
    renewal_text: text('最近提交', { link: { page: '/desk/licences/[id]', by: { id: 'case_id' } } }),
    renewal_id: number('提交编号', { isHidden: true }),
    // The platform alone opens a hand-in.
    case_id: number('核验编号', { isHidden: true }),
    may_hand_in: flag('可提交', { isHidden: true }),
    may_withdraw: flag('可撤回', { isHidden: true }),
  },
  sort: 'valid_to',
  acts: {
    withdraw: {
      text: '撤回',
      done: '已撤回',
      when: 'may_withdraw',
      sends: ['renewal_id'],
      side: 'merchant',
    },
  },
  none: '没有符合条件的证照',
});
