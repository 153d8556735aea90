/** The kinds of acts that need a second person (rules 15): a row says what one does, and which of them wait. */
import { type IssuedKind, issuedKinds } from '../promotions/issued.ts';
import { isKeyOf, keysOf } from '../terms/keys.ts';
import { type ActState, actStates } from './act-states.ts';
import type { StaffPermission } from './staff.ts';

/** Settings that say how many yuan one person may move in a day. */
export type AloneSetting = 'actAlone' | 'refundAlone';

/** always: all wait. above: those by which a person's day passes the setting. only: those of the words. */
export type Second = 'always' | { above: AloneSetting } | { only: string };

export interface KindRow {
  text: string;
  /** The state once it is passed. */
  done: string;
  /** The effect, for the person who is about to carry it out. */
  effect: string;
  /** The permission of platform staff that decides it. */
  decides: StaffPermission;
  /** Which of them wait. */
  second: Second;
  /** The requester may withdraw it. False where a decision is required. */
  mayWithdraw: boolean;
}

export const actKinds = {
  balance: {
    text: '余额调整',
    done: '已入账',
    effect: '立即入账',
    decides: 'payments',
    second: { above: 'actAlone' },
    mayWithdraw: true,
  },
  ...pieces(),
  surplus: {
    text: '转账多余款',
    done: '已转入余额',
    effect: '立即转入企业余额；驳回则列入手工退款，转回原账户',
    decides: 'payments',
    second: { above: 'actAlone' },
    mayWithdraw: false,
  },
  undo_receipt: {
    text: '撤销到账',
    done: '已撤销',
    effect: '收回这笔到账给出的款项，未发货的订单一并取消',
    decides: 'payments',
    second: { above: 'actAlone' },
    mayWithdraw: true,
  },
  low_price: {
    text: '低于底价的协议价',
    done: '已生效',
    effect: '协议价立即对该企业生效',
    decides: 'prices',
    second: { only: '低于底价的' },
    mayWithdraw: true,
  },
  owner_phone: {
    text: '更换负责人手机',
    done: '已通过',
    effect: '通知原手机和企业全体人员，公示期内企业没有异议才更换；通过前请在企业页“人员与设备”核对证照原件',
    decides: 'companies',
    second: 'always',
    mayWithdraw: true,
  },
  setting: {
    text: '修改设置',
    done: '已生效',
    effect: '设置立即生效',
    decides: 'settings',
    second: 'always',
    mayWithdraw: true,
  },
  sign_rule: {
    text: '修改签到规则',
    done: '已生效',
    effect: '从下一次签到起生效，买家看到的规则同时更新；已得的积分和补签卡不变',
    decides: 'payments',
    second: 'always',
    mayWithdraw: true,
  },
  staff_totp: {
    text: '解除员工的身份验证器',
    done: '已解除',
    effect: '该员工立即退出登录，下次登录须重新绑定；通过前请当面或用电话确认是本人',
    decides: 'staff',
    second: 'always',
    mayWithdraw: true,
  },
  merchant_close: {
    text: '关闭商家',
    done: '已开始关闭',
    effect: '其商品立即停止销售，已有的订单、售后和结算照常办完，全部结清后员工账号停用',
    decides: 'merchants',
    second: 'always',
    mayWithdraw: true,
  },
  wheel_open: {
    text: '开放大转盘或增加奖品',
    done: '已生效',
    effect: '奖品和奖券立即冻结并公布，到开始时间自动开始；此后只能作对买家有利的修改',
    decides: 'payments',
    second: 'always',
    mayWithdraw: true,
  },
  points: {
    text: '赠送积分',
    done: '已赠送',
    effect: '积分立即到账，由平台承担；还没用掉的可以再收回',
    decides: 'payments',
    second: 'always',
    mayWithdraw: true,
  },
  sign_card: {
    text: '赠送补签卡',
    done: '已赠送',
    effect: '补签卡立即到账；还没用掉的可以再收回',
    decides: 'payments',
    second: 'always',
    mayWithdraw: true,
  },
  point_task: {
    text: '开始积分任务',
    done: '已开始',
    effect: '从开始日期起生效，买家立即看到；由商家承担的，等商家管理员同意后才生效',
    decides: 'payments',
    second: 'always',
    mayWithdraw: true,
  },
  gift_back: {
    text: '收回赠送',
    done: '已收回',
    effect: '收回还没用掉的部分，已用掉的不追回',
    decides: 'payments',
    second: 'always',
    mayWithdraw: true,
  },
  order_refund: {
    text: '订单退款',
    done: '已退款',
    effect: '立即按原支付方式退款，不能撤销',
    decides: 'payments',
    second: { above: 'refundAlone' },
    mayWithdraw: true,
  },
} satisfies Record<string, KindRow>;

function pieces(): Record<IssuedKind, KindRow> {
  const row = (kind: IssuedKind): KindRow => ({
    text: issuedKinds[kind].name,
    done: '已发放',
    effect: '立即到账，不能撤销',
    decides: 'payments',
    second: { above: 'actAlone' },
    mayWithdraw: true,
  });
  return { voucher: row('voucher'), coupon: row('coupon') };
}

export type ActKind = keyof typeof actKinds;
export const allActKinds: readonly ActKind[] = keysOf(actKinds);

/** Kinds about the shop itself: they concern no company. */
export const shopKinds = [
  'setting',
  'sign_rule',
  'staff_totp',
  'merchant_close',
  'wheel_open',
  'point_task',
] as const satisfies readonly ActKind[];

export function isActKind(kind: string): kind is ActKind {
  return isKeyOf(actKinds, kind);
}

/** The row of a kind; for a kind of a newer version its own name, without any action here. */
export function actKind(kind: string): Omit<KindRow, 'decides' | 'second'> {
  return isActKind(kind)
    ? actKinds[kind]
    : { text: kind, done: actStates.passed.text, effect: '', mayWithdraw: false };
}

export function actStateText(state: ActState, kind: string): string {
  return state === 'passed' ? actKind(kind).done : actStates[state].text;
}

/** The setting of a kind's daily limit; null where all of the kind wait. */
export function aloneSetting(kind: ActKind): AloneSetting | null {
  const { second }: KindRow = actKinds[kind];
  return typeof second === 'object' && 'above' in second ? second.above : null;
}

/** Kinds whose amounts count together against one person's daily limit. */
export function aloneKinds(kind: ActKind): readonly ActKind[] {
  return allActKinds.filter((one) => aloneSetting(one) === aloneSetting(kind));
}
