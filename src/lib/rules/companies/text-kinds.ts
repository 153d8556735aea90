/** Which messages are sent as text messages, to whom, and when (rules 2, 8). */
import { isKeyOf, keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type Permission, type Role, roleMay } from './roles.ts';

type KindRow = { text: string; isOn: readonly Role[]; needs?: Permission };

/**
 * Kinds of messages that may be chosen; `isOn` are the roles with the kind on by default, `needs` the permission that
 * it concerns.
 */
const kinds = {
  shipment: { text: '订单发货', isOn: [] },
  refund: { text: '退款', isOn: [] },
  paper: { text: '证件到期', isOn: ['owner'] },
  company: { text: '账号和资质审核', isOn: ['owner'] },
  contract: { text: '电子合同', isOn: ['owner'] },
  // It ends automatically after 48 hours.
  approval: { text: '订单审核', isOn: ['owner', 'finance'], needs: 'approve' },
} as const satisfies Record<string, KindRow>;

export type TextKind = keyof typeof kinds;
export const textKinds = keysOf(kinds);

export function isTextKind(kind: string): kind is TextKind {
  return isKeyOf(kinds, kind);
}

/** 通知 for a kind of a newer version. */
export function textKindText(kind: string): string {
  return isKeyOf(kinds, kind) ? kinds[kind].text : '通知';
}

/** Whether a role may receive messages of a kind at all. */
export function mayBeTexted(kind: TextKind, role: Role): boolean {
  const { needs }: KindRow = kinds[kind];
  return needs === undefined || roleMay(role, needs);
}

/** Whether a role receives messages of a kind by default. */
export function isTextedAtFirst(kind: TextKind, role: Role): boolean {
  const roles: readonly Role[] = kinds[kind].isOn;
  return roles.includes(role);
}

/** A message older than this is no longer texted, ms: longer than any night. */
export const textWithin = 24 * 3_600_000;

const hour = 3_600_000;
/** The hours of Shanghai in which a phone may ring: from 8 until 21. */
const waking = { from: 8, until: 21 };

/** True at night, when only codes are sent. */
export function isTextNight(now: EpochMs): boolean {
  const local = new Date(now + 8 * hour).getUTCHours();
  return local < waking.from || local >= waking.until;
}

const maxTitle = 35;

/** A text message with the title of a message: no link, no amount, and short. */
export function noticeSentence(kind: string, title: string): string {
  return `${kind}通知：${shortTitle(title)}。请登录药批网，在我的消息查看。`;
}

/** A title in the length that providers accept in a template. */
export function shortTitle(title: string): string {
  return title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title;
}
