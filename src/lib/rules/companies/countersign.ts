/**
 * Acts that need a second person (rules 15): one staff member requests, another approves or refuses. Amounts up to a
 * limit need no second person, amounts above another limit need an administrator.
 */

import { type Fen, showYuan } from '../money/money.ts';
import { type IssuedKind, issuedKinds } from '../promotions/issued.ts';
import { isKeyOf, keysOf } from '../terms/keys.ts';
import {
  platformRoles,
  type Side,
  type StaffPermission,
  staffMay,
  staffRefusal,
  staffRoleText,
} from './staff.ts';

/** waiting: for another person. passed: carried out. refused, withdrawn: not carried out. */
export type ActState = 'waiting' | 'passed' | 'refused' | 'withdrawn';

type Row = { text: string; next: ActState[] };

export const actStates = {
  waiting: { text: '待复核', next: ['passed', 'refused', 'withdrawn'] },
  passed: { text: '已通过', next: [] },
  refused: { text: '已驳回', next: [] },
  withdrawn: { text: '已撤回', next: [] },
} satisfies Record<ActState, Row>;

export const allActStates = keysOf(actStates);

/** Settings that say how many yuan one person may move in a day. */
export type AloneSetting = 'actAlone' | 'refundAlone';

/** always: all wait. above: those by which a person's day passes the setting. only: those of the words. */
export type Second = 'always' | { above: AloneSetting } | { only: string };

interface KindRow {
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
  'staff_totp',
  'merchant_close',
  'wheel_open',
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

/** The state of a new act. */
export const newAct: ActState = 'waiting';

/** True while a decision is open. */
export function isActOpen(state: ActState): boolean {
  return actStates[state].next.length > 0;
}

export function canActMove(from: ActState, to: ActState): boolean {
  const { next }: Row = actStates[from];
  return next.includes(to);
}

/** A staff member in the form for limits. A command has no role. */
export interface ActPerson {
  name: string;
  side: Side;
  role: string | undefined;
}

/** Kinds that a person may decide; a command may decide all of them. */
export function kindsToDecide({ side, role }: ActPerson): readonly ActKind[] {
  if (side !== 'platform') return [];
  return role === undefined
    ? allActKinds
    : allActKinds.filter((kind) => staffMay(side, role, actKinds[kind].decides));
}

/** Kinds among them that move money of buyers. */
export function moneyKindsToDecide(person: ActPerson): readonly ActKind[] {
  return kindsToDecide(person).filter((kind) => actKinds[kind].decides === 'payments');
}

/** A person who may decide every kind also reads those of a newer version. */
export function seesUnknownKinds(person: ActPerson): boolean {
  return kindsToDecide(person).length === allActKinds.length;
}

/** The requester as stored in a row: `platform:finance`. */
export function askedAs({ side, role }: ActPerson): string {
  return role === undefined ? side : `${side}:${role}`;
}

/**
 * Fen: `alone` is the sum per day and person without a second one, `admin` the amount above which one of the two must
 * be an administrator.
 */
export interface ActLimits {
  alone: Fen;
  admin: Fen;
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

/** Who decides a kind at the platform's desk: 另一位财务或管理员. */
function deciderOf(kind: ActKind): string {
  const roles = platformRoles.filter((role) => staffMay('platform', role, actKinds[kind].decides));
  const names = roles.map((role) => staffRoleText('platform', role).replace('平台', ''));
  return `另一位${names.toReversed().join('或')}`;
}

/** Said once an act waits, to the people of the side that requested it. A merchant's people decide none. */
export function waitsText(kind: ActKind, side: Side): string {
  return side === 'merchant' ? '等待平台复核' : `等${deciderOf(kind)}复核`;
}

/**
 * Said before an act is done, to the people of a side. `left` is what the person may still move alone today, in fen; null
 * while unknown.
 */
export function secondText(kind: ActKind, left: Fen | null, side: Side): string {
  const { second }: KindRow = actKinds[kind];
  const by = side === 'merchant' ? '由平台复核后生效' : `由${deciderOf(kind)}在“待复核”通过后生效`;
  if (second === 'always' || left === 0) return `须${by}。`;
  if ('only' in second) return `${second.only}，${by}。`;
  return left === null ? `超过一人限额的，${by}。` : `您今天还可单独办理¥${showYuan(left)}，超过的${by}。`;
}

const isAdmin = (as: string) => as === 'platform:admin';

/**
 * True where one person may carry the act out at once: they may decide its kind, its amount is known and their sum of
 * today stays within the limit. A merchant's person may, as far as the kind allows it (`mayDecide`).
 */
export function mayActAlone(
  { amount, usedToday, mayDecide }: { amount: Fen | null; usedToday: Fen; mayDecide: boolean },
  limits: ActLimits,
): boolean {
  return mayDecide && amount !== null && usedToday + Math.abs(amount) <= limits.alone;
}

/** Why this person may not decide an act; null when they may. The requester never may. */
export function deciderProblem(
  act: { askedBy: string; askedAs: string; kind: string; amount: Fen | null },
  decider: ActPerson,
  limits: Pick<ActLimits, 'admin'>,
): string | null {
  const { side, role } = decider;
  if (!isActKind(act.kind)) return '这是新版本的事项，系统更新完成后再办理';
  if (!kindsToDecide(decider).includes(act.kind))
    return role === undefined || side !== 'platform'
      ? '须由平台的同事复核'
      : staffRefusal(side, role, actKinds[act.kind].decides);
  if (act.askedBy === decider.name) return '须由另一位同事复核，不能复核自己提出的';
  const isLarge = act.amount !== null && Math.abs(act.amount) > limits.admin;
  return isLarge && !isAdmin(act.askedAs) && !isAdmin(askedAs(decider))
    ? `超过¥${showYuan(limits.admin)}，提出和复核的两人中须有一位平台管理员`
    : null;
}

/** Most fen of a correction, in either direction. */
export const mostCorrected = 1_000_000_00;

/** Why a correction of this amount (fen, signed) of this balance is refused; null when it is allowed. */
export function correctionProblem(amount: Fen, balance: Fen): string | null {
  if (amount === 0) return '请填写要调整的金额';
  if (Math.abs(amount) > mostCorrected) return `每次最多调整${mostCorrected / 100 / 10_000}万元`;
  return balance + amount < 0 ? `余额只有¥${showYuan(balance)}，不能调减¥${showYuan(-amount)}` : null;
}
