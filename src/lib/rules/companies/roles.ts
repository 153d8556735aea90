/** What the roles inside a company may do (rules 2). */

import type { Fen } from '../money/money.ts';
import { isKeyOf, keysOf } from '../terms/keys.ts';

export type Role = 'owner' | 'buyer' | 'finance' | 'receiver' | 'viewer';

/**
 * What a person may do for the company; `papers` are the items' documents (随货同行单, 药检报告), `sign` signs contracts
 * (with a letter of authority), `messages` is marking the
 * company's messages as read, which hides them from colleagues, `read` is viewing, and one's own things.
 */
export type Permission =
  | 'manage'
  | 'order'
  | 'pay'
  | 'approve'
  | 'invoice'
  | 'wallet'
  | 'receive'
  | 'papers'
  | 'sign'
  | 'messages'
  | 'read';

type RoleRow = { text: string; may: Permission[] };

const roleRows = {
  owner: {
    text: '企业管理员',
    may: [
      'manage',
      'order',
      'pay',
      'approve',
      'invoice',
      'wallet',
      'receive',
      'papers',
      'sign',
      'messages',
      'read',
    ],
  },
  buyer: { text: '采购员', may: ['order', 'pay', 'sign', 'messages', 'read'] },
  finance: { text: '财务', may: ['pay', 'approve', 'invoice', 'wallet', 'messages', 'read'] },
  receiver: { text: '收货员', may: ['receive', 'papers', 'messages', 'read'] },
  viewer: { text: '只读', may: ['read'] },
} satisfies Record<Role, RoleRow>;

/** All roles. */
export const roles = keysOf(roleRows);

/** The role's Chinese name; its key for a role of a newer version. */
export function roleText(role: string): string {
  return isKeyOf(roleRows, role) ? roleRows[role].text : role;
}

/** True for 企业管理员. */
export function isOwner(role: Role): boolean {
  return role === 'owner';
}

/** True when a role has a permission; a role of a newer version has none. */
export function roleMay(role: string, permission: Permission): boolean {
  const row: RoleRow | undefined = isKeyOf(roleRows, role) ? roleRows[role] : undefined;
  return row?.may.includes(permission) ?? false;
}

/** The roles that have a permission. */
export function rolesThatMay(permission: Permission): Role[] {
  return roles.filter((role) => roleMay(role, permission));
}

/** True when a role may cancel colleagues' orders and those waiting for approval: approvers may. */
export function mayCallOffForOthers(role: Role): boolean {
  return roleMay(role, 'approve');
}

const permissionNames = {
  manage: '管理企业资料和成员',
  order: '加购和下单',
  pay: '付款',
  approve: '审核订单',
  invoice: '管理发票',
  wallet: '查看钱包',
  receive: '确认收货',
  papers: '查看随货资料',
  sign: '签署合同',
  messages: '把企业消息标为已读',
  read: '查看',
} satisfies Record<Permission, string>;

/** The sentence for a missing permission: the role, what is refused, whom to ask. */
export function roleRefusal(role: Role, permission: Permission): string {
  return `您的角色为${roleText(role)}，不能${permissionNames[permission]}，请联系企业管理员调整权限`;
}

/** The same for a permission given as text; undefined where the role has it, or it is unknown. */
export function findRefusal(role: Role, permission: string): string | undefined {
  if (!isKeyOf(permissionNames, permission) || roleMay(role, permission)) return undefined;
  return roleRefusal(role, permission);
}

/** True when an order of `amount` stays within a member's limit an order; null = no limit. */
export function isWithinOrderLimit(amount: Fen, limit: Fen | null): boolean {
  return limit === null || amount <= limit;
}
