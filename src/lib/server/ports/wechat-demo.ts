/** The demo's counterpart of WeChat: three people who scan, codes that open once, tokens. It speaks WeChat's protocol. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from '../core/process/seal.ts';
import type { Db } from '../db/client.ts';
import { reserveAttempt } from '../people/attempt-rows.ts';
import { demoWechat } from './wechat-line.ts';

export const demoPeople = [
  { openid: 'odemo-zhang', unionid: 'udemo-zhang', nickname: '张药师' },
  { openid: 'odemo-li', unionid: 'udemo-li', nickname: '李店长' },
  { openid: 'odemo-wang', unionid: 'udemo-wang', nickname: '王医生' },
] as const;

/** Validity of a code and a token, ms. */
const codeTtl = 10 * 60_000;
const tokenTtl = 2 * 3_600_000;

const row = 'wechat';
const held = z.object({ openid: z.string(), until: z.number() });

function make(kind: string, openid: string, until: number): string {
  return seal(
    `demo wechat ${kind}`,
    row,
    JSON.stringify({ openid, until, nonce: randomBytes(8).toString('hex') }),
  );
}

function open(kind: string, text: string, now: Date): string | null {
  const found = unseal(`demo wechat ${kind}`, row, text);
  if (found === null) return null;
  const { openid, until } = held.parse(JSON.parse(found));
  return until > now.getTime() ? openid : null;
}

/** The code for the browser of a person who has scanned. */
export function demoCode(openid: string, now: Date): string {
  return make('code', openid, now.getTime() + codeTtl);
}

const isSame = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** `/sns/oauth2/access_token`: in WeChat's own words and numbers. */
export async function demoToken(db: Db, query: URLSearchParams, now: Date): Promise<object> {
  if (query.get('appid') !== demoWechat.appId) return { errcode: 40013, errmsg: 'invalid appid' };
  if (!isSame(query.get('secret') ?? '', demoWechat.appSecret))
    return { errcode: 40125, errmsg: 'invalid appsecret' };
  if (query.get('grant_type') !== 'authorization_code')
    return { errcode: 40002, errmsg: 'invalid grant_type' };
  const code = query.get('code') ?? '';
  const openid = open('code', code, now);
  if (openid === null) return { errcode: 40029, errmsg: 'invalid code' };
  const key = `demo:wechat:${createHash('sha256').update(code).digest('base64url')}`;
  const used = await reserveAttempt(db, { key, limit: 1, windowMs: codeTtl }, now);
  if ('fullUntil' in used) return { errcode: 40163, errmsg: 'code been used' };
  return {
    access_token: make('token', openid, now.getTime() + tokenTtl),
    expires_in: tokenTtl / 1000,
    refresh_token: make('refresh', openid, now.getTime() + tokenTtl),
    openid,
    scope: 'snsapi_login',
    unionid: demoPeople.find((one) => one.openid === openid)?.unionid,
  };
}

/** `/sns/userinfo`. */
export function demoPerson(query: URLSearchParams, now: Date): object {
  const openid = open('token', query.get('access_token') ?? '', now);
  if (openid === null) return { errcode: 40001, errmsg: 'invalid credential' };
  if (openid !== query.get('openid')) return { errcode: 40003, errmsg: 'invalid openid' };
  const found = demoPeople.find((one) => one.openid === openid);
  return {
    openid,
    nickname: found?.nickname ?? '',
    unionid: found?.unionid,
    sex: 0,
    headimgurl: '',
    privilege: [],
  };
}
