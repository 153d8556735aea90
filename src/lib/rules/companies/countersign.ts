/**
 * Acts that need a second person (rules 15): one staff member requests, another approves or refuses. Amounts up to a
 * limit need no second person, amounts above another limit need an administrator.
 */

import { type Fen, showYuan } from '../money/money.ts';
import { type ActKind, actKinds, allActKinds, isActKind, type KindRow } from './act-kinds.ts';
import { platformRoles, type Side, staffMay, staffRefusal, staffRoleText } from './staff.ts';

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
