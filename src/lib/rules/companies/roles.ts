/** What the roles inside a company may do (rules 2). */

import type { Fen } from '../money/money.ts';
import { keysOf } from '../terms/keys.ts';

export type Role = 'owner' | 'buyer' | 'finance' | 'receiver' | 'viewer';

/**
 * What somebody may do for the company; `papers` are the goods' papers (随货同行单, 药检报告), `messages` is marking the
 * company's messages as read, which takes them away from the colleagues, `read` is looking, and one's own things.
 */
export type Deed =
  | 'manage'
  | 'order'
  | 'pay'
  | 'invoice'
  | 'wallet'
  | 'receive'
  | 'papers'
  | 'messages'
  | 'read';

const roleRows = {
  owner: {
    text: '企业管理员',
    may: ['manage', 'order', 'pay', 'invoice', 'wallet', 'receive', 'papers', 'messages', 'read'],
  },
  buyer: { text: '采购员', may: ['order', 'pay', 'messages', 'read'] },
  finance: { text: '财务', may: ['pay', 'invoice', 'wallet', 'messages', 'read'] },
  receiver: { text: '收货员', may: ['receive', 'papers', 'messages', 'read'] },
  viewer: { text: '只读', may: ['read'] },
} satisfies Record<Role, { text: string; may: Deed[] }>;

/** All roles. */
export const roles = keysOf(roleRows);

/** The role's Chinese name. */
export function roleText(role: Role): string {
  return roleRows[role].text;
}

/** True when a role may do a deed. */
export function roleMay(role: Role, deed: Deed): boolean {
  return (roleRows[role].may as Deed[]).includes(deed);
}

/** The roles that may do a deed. */
export function rolesThatMay(deed: Deed): Role[] {
  return roles.filter((role) => roleMay(role, deed));
}

const deedNames = {
  manage: '管理企业资料和成员',
  order: '加购和下单',
  pay: '付款',
  invoice: '管理发票',
  wallet: '查看钱包',
  receive: '确认收货',
  papers: '查看随货资料',
  messages: '把企业消息标为已读',
  read: '查看',
} satisfies Record<Deed, string>;

/** The sentence for a deed that a role may not do: who it is, what is refused, whom to ask. */
export function roleRefusal(role: Role, deed: Deed): string {
  return `您的角色为${roleText(role)}，不能${deedNames[deed]}，请联系企业管理员调整权限`;
}

/** True when an order of `amount` stays within a member's limit an order; null = no limit. */
export function isWithinOrderLimit(amount: Fen, limit: Fen | null): boolean {
  return limit === null || amount <= limit;
}
