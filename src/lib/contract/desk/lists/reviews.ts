/** 企业审核: applications of companies that wait for a decision, the longest waiting first. */
import { applicationKinds } from '#lib/rules/companies/application.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { applicationKindText } from '#lib/rules/companies/review.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { choice, moment, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const kinds = Object.fromEntries(applicationKinds.map((kind) => [kind, applicationKindText(kind)]));
const types = Object.fromEntries(keysOf(buyerTypes).map((type) => [type, buyerTypes[type].text]));

export const reviews = defineList({
  page: '/desk/review',
  filters: {
    company: part('企业名称', 'company'),
    kind: choice('类型', kinds, { column: 'kind' }),
  },
  columns: {
    company: text('企业', { isTitle: true, link: { page: '/desk/review/[id]', by: { id: 'id' } } }),
    kind: word('类型', kinds),
    buyer_type: word('企业类型', types),
    region: text('地区'),
    handed_in_at: moment('提交', { isSortable: true }),
    waiting: text('已等'),
    claimed_by: text('审核人'),
  },
  sort: 'handed_in_at',
  none: '没有等待审核的企业',
});
