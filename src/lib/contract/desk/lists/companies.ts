/** 企业: a search of companies; each opens with all of its data. */
import { companyStates, companyStateText } from '#lib/rules/companies/company-state.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { choice, fromDay, moment, number, part, text, toDay, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = Object.fromEntries(keysOf(companyStates).map((state) => [state, companyStateText(state)]));
const types = Object.fromEntries(keysOf(buyerTypes).map((type) => [type, buyerTypes[type].text]));

export const companies = defineList({
  page: '/desk/companies',
  filters: {
    // Part of the name, of the code, of a person's name, phone or login name; or the company's number.
    q: part('名称、代码或联系人'),
    status: choice('状态', states, { column: 'status' }),
    buyer_type: choice('类型', types, { column: 'buyer_type' }),
    from: fromDay('注册开始', 'created_at'),
    to: toDay('注册结束', 'created_at'),
  },
  columns: {
    name: text('企业', {
      isTitle: true,
      link: { page: '/desk/companies/[id]', by: { id: 'id' } },
    }),
    status: word('状态', states),
    buyer_type: word('类型', types),
    credit_code: text('统一社会信用代码', { isCopied: true }),
    region: text('地区'),
    rank: number('等级'),
    contact: text('联系人'),
    login: text('登录名'),
    phone: text('电话'),
    created_at: moment('注册'),
    first_paid_at: moment('首单'),
  },
  sort: '-id',
  none: '没有符合条件的企业',
});
