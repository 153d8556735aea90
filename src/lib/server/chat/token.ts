/**
 * Tokens of the embedded chat page: encrypted, for one person, valid once and for 60 s. Making one writes nothing, so each
 * answer with the user entity has one; the table has the tokens that were used.
 */
import { randomUUID } from 'node:crypto';
import type { ChatTokenOutput, RedeemChatTokenValues, Talks } from '#lib/contract/chat/calls.ts';
import { AppError } from '#lib/contract/errors.ts';
import { withQuery } from '#lib/contract/routes.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import type { Context } from '../core/context.ts';
import { seal, unseal } from '../core/process/seal.ts';
import type { Account } from '../people/account-rows.ts';
import { listMyTalks } from './talks.ts';
import { useToken } from './token-rows.ts';

const lifeMs = 60_000;
const purpose = 'chat token';

/** A new token of a person. */
export function makeChatToken({ userId, username }: Pick<Account, 'userId' | 'username'>, now: Date): string {
  const until = now.getTime() + lifeMs;
  return seal(purpose, username, JSON.stringify({ userId, until, nonce: randomUUID() }));
}

/** `POST /api/chat/token`. */
export async function getChatToken({ actor: { account }, now }: Context<'buyer'>): Promise<ChatTokenOutput> {
  const token = makeChatToken(account, now);
  const { username } = account;
  return {
    username,
    token,
    url: withQuery('/chat', { username, token }),
    until: new Date(now.getTime() + lifeMs).toISOString(),
  };
}

/**
 * `POST /api/chat/redeem`: opens the embedded page for the person of the session. Throws 403 with a sentence for a token
 * that is forged, another person's, used or over.
 */
export async function redeemChatToken(
  context: Context<'buyer'>,
  { username, token }: RedeemChatTokenValues,
): Promise<Talks> {
  const { db, now, actor } = context;
  const found = readToken(username, token);
  if (found === null) throw new AppError(403, '聊天凭证不正确，请从原来的页面重新打开');
  if (found.userId !== actor.account.userId)
    throw new AppError(403, '聊天凭证不是当前登录的账号的，请重新登录后打开');
  if (found.until < now.getTime()) throw new AppError(403, '聊天凭证已过期，请从原来的页面重新打开');
  if (!(await useToken(db, found.nonce, new Date(found.until))))
    throw new AppError(403, '聊天凭证已经用过，请从原来的页面重新打开');
  return listMyTalks(context);
}

interface Token {
  userId: string;
  /** ms */
  until: number;
  nonce: string;
}

function readToken(username: string, token: string): Token | null {
  const text = unseal(purpose, username, token);
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  const [userId, until, nonce] = ['userId', 'until', 'nonce'].map((name) => fieldOf(value, name));
  return typeof userId === 'string' && typeof until === 'number' && typeof nonce === 'string'
    ? { userId, until, nonce }
    : null;
}
