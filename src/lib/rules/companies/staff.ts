/** Roles of the people at the desks, and what each may do. They are other people than buyers (rules/roles). */
import { keysOf } from '../terms/keys.ts';

/** `own` is one's own session and password, `staff` is looking after the accounts of one's side. */
export type StaffPermission = 'own' | 'staff';

const platform = {
  admin: { text: '平台管理员', may: ['own', 'staff'] },
  review: { text: '质管', may: ['own'] },
  goods: { text: '商品运营', may: ['own'] },
  marketing: { text: '活动运营', may: ['own'] },
  finance: { text: '平台财务', may: ['own'] },
  service: { text: '平台客服', may: ['own'] },
} satisfies Record<string, { text: string; may: StaffPermission[] }>;

const merchant = {
  admin: { text: '商家管理员', may: ['own', 'staff'] },
  goods: { text: '商家商品', may: ['own'] },
  orders: { text: '商家订单', may: ['own'] },
  finance: { text: '商家财务', may: ['own'] },
  service: { text: '商家客服', may: ['own'] },
} satisfies Record<string, { text: string; may: StaffPermission[] }>;

export type PlatformRole = keyof typeof platform;
export type MerchantRole = keyof typeof merchant;

export const platformRoles = keysOf(platform);
export const merchantRoles = keysOf(merchant);
export type StaffRole = PlatformRole | MerchantRole;
export const staffRoles: readonly StaffRole[] = [...new Set([...platformRoles, ...merchantRoles])];

/** Whose desk: the platform's, or that of a merchant. */
export type Side = 'platform' | 'merchant';

function rowOf(side: Side, role: string): { text: string; may: readonly StaffPermission[] } | undefined {
  const rows: Record<string, { text: string; may: readonly StaffPermission[] }> =
    side === 'platform' ? platform : merchant;
  return Object.hasOwn(rows, role) ? rows[role] : undefined;
}

/** True for a role that this side has. */
export function isStaffRole(side: Side, role: string): role is StaffRole {
  return rowOf(side, role) !== undefined;
}

/** The role's Chinese name; the word itself for a role that the side does not have. */
export function staffRoleText(side: Side, role: string): string {
  return rowOf(side, role)?.text ?? role;
}

/** True when a role may; a role that the side does not have may nothing. */
export function staffMay(side: Side, role: string, permission: StaffPermission): boolean {
  return rowOf(side, role)?.may.includes(permission) ?? false;
}

const permissionNames = {
  own: '使用工作台',
  staff: '管理员工账号',
} satisfies Record<StaffPermission, string>;

/** The sentence for what a role may not do: who it is, what is refused, whom to ask. */
export function staffRefusal(side: Side, role: string, permission: StaffPermission): string {
  return `您的角色为${staffRoleText(side, role)}，不能${permissionNames[permission]}，请联系管理员调整`;
}

/** A password that staff choose. One that a command prints is longer. */
export const staffPassword = { min: 10, max: 128 };
/** How long a staff member stays logged in, ms: a working day. */
export const staffSessionMs = 12 * 3_600_000;
