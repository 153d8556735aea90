/** 积分订单: what was redeemed and won, shipped by the platform, with cases about damaged things. */
import { mallKinds } from '#lib/rules/points/mall.ts';
import { pointsOrderStates } from '#lib/rules/points/points-orders.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import {
  choice,
  flag,
  fromDay,
  line,
  lines,
  moment,
  money,
  number,
  part,
  text,
  toDay,
  whole,
  word,
} from '../fields.ts';
import { defineList } from '../list.ts';

const states = mapValues(pointsOrderStates, ({ text: said }) => said);
const parcel = { carrier: line('承运方', 30), tracking_no: line('运单号', 40) };

export const pointsOrdersList = defineList({
  page: '/desk/points-orders',
  key: 'text',
  filters: {
    no: whole('订单号', 'no', 40),
    status: choice('状态', states, { column: 'status' }),
    cases: choice('售后', { asked: '待处理' }),
    company: part('企业', 'company'),
    name: part('商品', 'name', 60),
    from: fromDay('开始日期', 'created_at'),
    to: toDay('结束日期', 'created_at'),
  },
  columns: {
    no: text('订单号', { isTitle: true, isCopied: true }),
    company: text('企业', { link: { page: '/desk/companies/[id]', by: { id: 'company_id' } } }),
    name: text('商品'),
    kind: word('种类', mallKinds),
    quantity: number('数量'),
    points: number('积分', { isSortable: true }),
    money: money('余额支付'),
    status: word('状态', states),
    is_prize: flag('奖品'),
    created_at: moment('时间', { isSortable: true }),
    receiver: text('收货人'),
    phone: text('电话'),
    address: text('收货地址'),
    parcel: text('承运方和运单号'),
    case_reason: text('破损情况'),
    /** Ids of the newest case's pictures, separated by commas. */
    case_pictures: text('破损照片'),
    company_id: number('企业编号', { isHidden: true }),
    may_ship: flag('待发货', { isHidden: true }),
    may_call_off: flag('可取消', { isHidden: true }),
    may_correct: flag('可更正运单', { isHidden: true }),
    may_repay: flag('可退积分', { isHidden: true }),
    may_answer: flag('售后待处理', { isHidden: true }),
  },
  sort: '-created_at',
  sorts: { box: 'status', by: { to_ship: 'created_at' } },
  acts: {
    ship: {
      text: '发货',
      done: '已发货，企业会收到消息',
      when: 'may_ship',
      about: '核对收货地址后填写承运方和运单号。',
      shows: ['name', 'quantity', 'receiver', 'phone', 'address'],
      fields: parcel,
    },
    call_off: {
      text: '取消',
      done: '已取消，积分和金额已退回',
      when: 'may_call_off',
      about: '积分、余额和库存立即退回。',
      shows: ['name', 'quantity', 'points', 'money'],
      reason: '企业会看到',
    },
    correct: {
      text: '更正运单',
      done: '已更正，企业会收到消息',
      when: 'may_correct',
      about: '签收以前可以更正；更正后按新的运单号查询物流。',
      shows: ['name', 'receiver', 'parcel'],
      fields: parcel,
      sends: ['parcel'],
    },
    repay: {
      text: '退积分',
      done: '已退回积分和金额',
      when: 'may_repay',
      about: '破损属实：积分和金额退回企业，商品不必寄回。',
      shows: ['name', 'points', 'money', 'case_reason'],
      fields: { text: lines('答复（企业会看到）', 200, 0) },
    },
    resend: {
      text: '补发',
      done: '已补发，企业会收到消息',
      when: 'may_answer',
      about: '再寄一件，订单重新进入已发货。',
      shows: ['name', 'receiver', 'phone', 'address', 'case_reason'],
      fields: { ...parcel, text: lines('答复（企业会看到）', 200, 0) },
    },
    refuse: {
      text: '驳回售后',
      done: '已驳回，企业会收到原因',
      when: 'may_answer',
      shows: ['name', 'case_reason'],
      reason: '企业会看到',
    },
  },
  none: '没有符合条件的积分订单',
});
