/** The changes of an audit log entry, in readable lines: a label, the old value, the new value. */

import { actStates } from '../companies/act-states.ts';
import { companyStates } from '../companies/company-state.ts';
import { renewalStates } from '../companies/licences.ts';
import { merchantNoticeText } from '../companies/merchant-notices.ts';
import { proposalStates } from '../companies/price-proposal.ts';
import { roles, roleText } from '../companies/roles.ts';
import { staffRoleText, staffSides } from '../companies/staff.ts';
import { allRoomStates, roomText } from '../live/room.ts';
import { formatYuan, showYuan } from '../money/money.ts';
import { orderStates } from '../orders/order-state.ts';
import { refundStates } from '../orders/refund-state.ts';
import { statementStates } from '../orders/statements.ts';
import { transferStates } from '../orders/transfer-state.ts';
import { limitPeriods } from '../points/mall.ts';
import { pointsOrderStates } from '../points/points-orders.ts';
import { tableOf } from '../terms/keys.ts';
import { labels } from './audit-labels.ts';

export interface AuditLine {
  label: string;
  /** Empty: nothing stood there. */
  from: string;
  to: string;
}

/** Fen, which people read as yuan. */
const money = new Set([
  'amount',
  'claimed',
  'couponBudget',
  'due',
  'lacks',
  'memberPrice',
  'orderLimit',
  'ours',
  'over',
  'owed',
  'price',
  'received',
  'refunded',
  'theirs',
  'threshold',
  'worth',
]);
/** Acts that write down prices by the number of their goods. */
const priced = /^(company\.prices|price\.)/;

/** Words of states, by the noun of the act. */
const states: Readonly<Record<string, Readonly<Record<string, string | { text: string }>>>> = {
  order: orderStates,
  points_order: pointsOrderStates,
  transfer: transferStates,
  refund: refundStates,
  company: companyStates,
  licence: renewalStates,
  statement: statementStates,
  price: proposalStates,
  live: tableOf(allRoomStates, roomText),
  act: actStates,
  correction: actStates,
  issue: actStates,
};

/** Words of the rest, by the name under which they are written down. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rest: { balance: '转入企业余额', back: '转回原账户' },
  by: { password: '密码', totp: '身份验证器', recovery: '恢复码' },
  way: { balance: '企业余额', bank: '银行转账' },
  limitPeriod: limitPeriods,
};

type Facts = Readonly<Record<string, unknown>>;

/** Lines of an entry: changed and new values, and facts of an act itself; unchanged values are left out. */
export function auditLines(act: string, before: Facts | null, after: Facts | null): AuditLine[] {
  const old = flat(act, before);
  const now = flat(act, after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((label) => {
    const from = old.get(label) ?? '';
    // A value that an act does not mention afterwards was valid when it was done.
    const to = now.get(label) ?? (after === null ? '' : from);
    if (from === '' && to === '') return [];
    // A value recorded before and after that did not change.
    if (old.has(label) && now.has(label) && from === to) return [];
    return [{ label, from: from === to ? '' : from, to }];
  });
}

/** In one line, for a cell. */
export function auditLineText(lines: readonly AuditLine[]): string {
  return lines
    .map(({ label, from, to }) => `${label}：${from === '' ? '' : `${from} → `}${to === '' ? '无' : to}`)
    .join('；');
}

/** `单号D1 状态`, with the value in words; nested parts follow. */
function flat(act: string, facts: Facts | null, head = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(facts ?? {})) {
    const label = `${head}${labelOf(act, key)}`;
    if (isFacts(value)) for (const [name, text] of flat(act, value, `${label} `)) found.set(name, text);
    else found.set(label, textOf(act, key, value));
  }
  return found;
}

function labelOf(act: string, key: string): string {
  if (priced.test(act) && /^\d+$/.test(key)) return `商品${key}`;
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key;
}

function textOf(act: string, key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.map((one) => textOf(act, key, one)).join('、');
  const isMoney = money.has(key) || (priced.test(act) && /^\d+$/.test(key));
  if (typeof value === 'number')
    return isMoney && Number.isSafeInteger(value) ? `¥${showYuan(formatYuan(value))}` : String(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (key === 'state' || key === 'status') return stateText(act, text);
  if (key === 'role') return roleNames(text);
  if (key === 'kinds') return merchantNoticeText(text);
  return values[key]?.[text] ?? text;
}

/** Of a staff member, or of a company's member. */
function roleNames(role: string): string {
  const [desk] = staffSides.map((side) => staffRoleText(side, role)).filter((text) => text !== role);
  const own = roles.find((one) => one === role);
  return desk ?? (own === undefined ? role : roleText(own));
}

function stateText(act: string, state: string): string {
  const table = states[act.split('.')[0] ?? ''];
  const row = table && Object.hasOwn(table, state) ? table[state] : undefined;
  return typeof row === 'object' ? row.text : (row ?? state);
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
