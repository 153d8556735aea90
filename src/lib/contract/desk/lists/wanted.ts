/** 品种求购: buyers' requests for items, answered with an item or with its absence. */
import { wantedStatuses, wantedText } from '#lib/rules/companies/wanted-state.ts';
import { choice, flag, goods, lines, moment, money, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const statuses = Object.fromEntries(wantedStatuses.map((status) => [status, wantedText(status)]));

export const wanted = defineList({
  page: '/desk/wanted',
  filters: {
    name: part('品种', 'name', 60),
    company: part('企业名称', 'company'),
    status: choice('状态', statuses, { column: 'status' }),
  },
  columns: {
    name: text('品种', { isTitle: true, isLong: true, isSortable: true }),
    spec: text('规格'),
    maker: text('厂家'),
    quantity: number('数量'),
    unit: text('单位'),
    price: money('期望单价'),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    phone: text('电话'),
    note: text('说明'),
    created_at: moment('时间', { isSortable: true }),
    status: word('状态', statuses),
    reply: text('答复'),
    goods_id: number('找到的商品', {
      isOptional: true,
      link: { page: '/list/info/[id]', by: { id: 'goods_id' } },
    }),
    company_id: number('企业编号', { isHidden: true }),
    may_answer: flag('待答复', { isHidden: true }),
  },
  sort: 'id',
  acts: {
    answer: {
      text: '答复',
      done: '已答复，企业会收到消息',
      when: 'may_answer',
      shows: ['spec', 'maker', 'quantity', 'unit', 'price', 'note'],
      fields: {
        goods_id: goods('找到的商品（选填）', '没有货源就不填'),
        reply: lines('答复（选填）', 300, 0),
      },
      isBulk: true,
    },
  },
  none: '没有符合条件的求购',
});
