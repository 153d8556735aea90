/** Invitations of colleagues, and rules for the people of a company (rules 2). */
import { shanghaiDay } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type Role, roleMay } from './roles.ts';

/** Validity of a link in days; `normal` by default. */
export const inviteDays = { min: 1, normal: 7, max: 30 } as const;

/** Most valid invitations at once, and most created in a day. */
export const inviteLimits = { open: 50, day: 30 } as const;

/** The states of an invitation, in words; only an open one admits a person. */
export const inviteStates = {
  open: { text: '待加入', refusal: null },
  used: { text: '已加入', refusal: '这个邀请已经用过了，每个邀请只能加入一次，请联系企业管理员重新邀请' },
  revoked: { text: '已撤销', refusal: '这个邀请已被企业管理员撤销，请联系企业管理员重新邀请' },
  expired: { text: '已过期', refusal: '这个邀请已过期，请联系企业管理员重新邀请' },
} as const satisfies Record<string, { text: string; refusal: string | null }>;

export type InviteState = keyof typeof inviteStates;

/** Moments in epoch milliseconds; null where it has not happened. */
export type InviteFacts = { expiresAt: EpochMs; usedAt: EpochMs | null; revokedAt: EpochMs | null };

/** The state of an invitation at `now`: used takes precedence over revoked, revoked over expired. */
export function inviteState({ expiresAt, usedAt, revokedAt }: InviteFacts, now: EpochMs): InviteState {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return now >= expiresAt ? 'expired' : 'open';
}

/** The end of an invitation: `days` times 24 hours after `now`. */
export function inviteEnd(now: EpochMs, days: number): EpochMs {
  return now + days * 86_400_000;
}

/** A member's limit per order: it applies to roles that order, and owners have none. */
export function limitOf<Limit>(role: Role, limit: Limit | null): Limit | null {
  return roleMay(role, 'order') && role !== 'owner' ? limit : null;
}

/** When a colleague was last active, by whole days in Shanghai; null is never. */
export function seenText(seenAt: EpochMs | null, now: EpochMs): string {
  if (seenAt === null) return '从未登录';
  const days = shanghaiDay(now) - shanghaiDay(seenAt);
  if (days <= 0) return '今天';
  return days === 1 ? '昨天' : `${days}天前`;
}

/** The text message of an invitation. */
export function inviteSentence(company: string, link: string): string {
  return `${company}邀请您加入药批网，请打开链接完成注册：${link}（链接只能用一次，请勿转发）`;
}
