/**
 * Login and binding by WeChat. A scan belongs to the browser that began it: the state sent to WeChat is valid once,
 * with the cookie of that browser, and a binding also needs the session that asked for it. So no one can bind their
 * WeChat to another person's account, nor log another person in as themselves.
 */
import { z } from 'zod';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import { path, safeNext } from '#lib/contract/routes.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import type { CallContext } from '../core/context.ts';
import { addressKey } from '../core/process/client-address.ts';
import { env } from '../core/process/env.ts';
import { log } from '../core/process/log.ts';
import { siteAddress } from '../core/process/site-address.ts';
import {
  hashOf,
  newSecret,
  personTtl,
  scanTtl,
  wechatCookieText,
  wechatSecretHash,
} from '../core/sessions/wechat-cookie.ts';
import type { Tx } from '../db/client.ts';
import { reserveAttempt } from '../people/attempt-rows.ts';
import { findPending, putPending, takePending } from '../people/pending-rows.ts';
import { askPerson, findWechat, scanPage, type WechatLine, type WechatPerson } from '../ports/wechat-line.ts';
import { enter } from './accounts.ts';
import { bindWechat, findByWechat } from './wechat-rows.ts';

/** The address to which WeChat sends the browser back. */
const callbackPath = '/wechat/callback';

/** Names of the two pending records. */
const scanName = (state: string) => `wechat:scan:${hashOf(state)}`;
const personName = (hash: string) => `wechat:person:${hash}`;

const scan = z.object({ browser: z.string(), userId: z.string().nullable(), next: z.string() });
const scanned = z.object({ subject: z.string(), nickname: z.string() });

/** Ends of a scan, as parameters of the result pages. */
export const scanEnds = {
  expired: '二维码已失效，请重新扫码',
  refused: '您取消了微信授权',
  failed: '微信暂时没有应答，请稍后再试，或用密码登录',
  closed: '该账号已停用或注销，请联系客服',
  taken: '这个微信已绑定其他账号，请先用那个账号解绑，再重新扫码',
  other: '您的账号已绑定另一个微信，请先解绑，再重新扫码',
  agreement: '用户协议和隐私政策有新版本，请用密码登录一次，阅读并同意后再用微信登录',
  code: '该账号登录时要填写身份验证器的验证码，请用密码登录',
} as const;
export type ScanEnd = keyof typeof scanEnds;

/** Messages for a person who binds a scan that stays valid, to an existing account or a new one. */
export const bindRefusals = {
  over: '微信扫码已超过15分钟，请重新扫码，或不绑定微信直接注册',
  taken: '这个微信已绑定其他账号，请直接扫码登录，或不绑定微信',
  other: '这个账号已绑定另一个微信，请先解绑，或绑定到别的账号；刚才的扫码15分钟内有效',
} as const;

/** The end of a scan from the address of its result page; null for none. */
export function readEnd(url: URL): ScanEnd | null {
  const end = url.searchParams.get('end') ?? '';
  return isKeyOf(scanEnds, end) ? end : null;
}

/**
 * `POST /api/auth/wechat/start`: the page with the QR code. A logged-in user binds, a visitor logs in. Throws 404 where
 * WeChat is switched off, 429 for an address with too many requests.
 */
export async function startWechat(
  { db, now, actor, clientAddress, headers, answerHeaders }: CallContext<'all'>,
  { next }: { next: string },
): Promise<{ url: string }> {
  const line = findWechat();
  if (line === null) throw new AppError(404, '微信登录尚未开通，请用密码登录');
  const limit = { key: `wechat:address:${addressKey(clientAddress)}`, limit: 60, windowMs: 3_600_000 };
  const asked = await reserveAttempt(db, limit, now);
  if ('fullUntil' in asked) {
    const seconds = Math.max(1, Math.ceil((asked.fullUntil.getTime() - now.getTime()) / 1000));
    throw new AppError(429, '操作过于频繁，请稍后再试', { retry_after: seconds });
  }
  const [state, browser] = [newSecret(), newSecret()];
  const value = { browser: hashOf(browser), userId: actor.account?.userId ?? null, next: safeNext(next) };
  await putPending(db, scanName(state), value, new Date(now.getTime() + scanTtl));
  answerHeaders.append('set-cookie', wechatCookieText(browser, scanTtl));
  return { url: scanPage(line, { redirect: addressOf(headers) + callbackPath, state }) };
}

/**
 * The site's address as WeChat knows it; the demo, which has no address of its own, uses the one of this browser's
 * request.
 */
function addressOf(headers: Pick<Headers, 'get'>): string {
  const host = headers.get('host');
  return env().SITE_URL === undefined && host !== null ? `http://${host}` : siteAddress();
}

/**
 * WeChat sends the browser back: answers the next address. The state is used up together with its purpose: nothing is
 * lost while WeChat does not answer, or when two requests load one address at once. Never throws for bad input.
 */
export async function endScan(
  context: CallContext<'all'>,
  { code, state }: { code: string; state: string },
): Promise<string> {
  const { db, now, actor, headers, answerHeaders } = context;
  const line = findWechat();
  const name = scanName(state);
  const found = scan.safeParse(await findPending(db, name, now)).data;
  const userId = actor.account?.userId ?? null;
  const isBinding = userId !== null;
  const isOwn = found?.browser === wechatSecretHash(headers) && found.userId === userId;
  if (line === null || found === undefined || !isOwn) {
    // A browser that brings another browser's state ends that scan.
    await takePending(db, name, now);
    return endPage(isBinding, 'expired');
  }
  if (code === '') {
    await takePending(db, name, now);
    answerHeaders.append('set-cookie', wechatCookieText('', 0));
    return endPage(isBinding, 'refused');
  }
  const person = await findScanned(line, code);
  if (person === null) return endPage(isBinding, 'failed');
  if (!isBinding && (await findByWechat(db, person.subject)) === null)
    return savePerson(context, name, person);
  // The scan is over, and so is its cookie; a person without an account already got a new cookie above.
  answerHeaders.append('set-cookie', wechatCookieText('', 0));
  if (isBinding) return bind(context, name, { userId, person });
  if ((await takePending(db, name, now)) === null) return endPage(false, 'expired');
  return logIn(context, person, found.next);
}

/** The person who scanned; null where WeChat refuses or does not answer. */
async function findScanned(line: WechatLine, code: string): Promise<WechatPerson | null> {
  try {
    return await askPerson(line, code);
  } catch (error) {
    log().warn({ err: error }, 'WeChat did not say who has scanned');
    return null;
  }
}

const endPage = (isBinding: boolean, end: ScanEnd) =>
  isBinding ? path('/zhzx/bdwx', undefined, { end }) : path('/login', undefined, { end });

async function bind(
  { db, now }: CallContext<'all'>,
  name: string,
  { userId, person }: { userId: string; person: WechatPerson },
): Promise<string> {
  const became = await db.transaction(async (tx) =>
    (await takePending(tx, name, now)) === null ? 'expired' : bindWechat(tx, { userId, ...person, now }),
  );
  return became === 'bound' ? path('/zhzx/bdwx', undefined, { bound: 1 }) : endPage(true, became);
}

/** Logs in the owner of the WeChat account. */
async function logIn(context: CallContext<'all'>, { subject }: WechatPerson, next: string): Promise<string> {
  const login = await findByWechat(context.db, subject);
  // It was unbound at this very moment.
  if (login === null) return endPage(false, 'expired');
  try {
    await enter(context, login);
    return next;
  } catch (error) {
    if (error instanceof AppError && error.code === 403) return endPage(false, 'closed');
    // A scan cannot answer further questions (agreement, code): those need the password.
    if (error instanceof AppError && error.code === 422)
      return endPage(false, firstMessages(error.data).code === undefined ? 'agreement' : 'code');
    throw error;
  }
}

/** A WeChat account without an owner here: the browser remembers it until there is an account. */
async function savePerson(
  { db, now, answerHeaders }: CallContext<'all'>,
  name: string,
  person: WechatPerson,
): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + personTtl);
  const isSaved = await db.transaction(async (tx) => {
    if ((await takePending(tx, name, now)) === null) return false;
    await putPending(tx, personName(hashOf(secret)), person, expiresAt);
    return true;
  });
  if (!isSaved) return endPage(false, 'expired');
  answerHeaders.append('set-cookie', wechatCookieText(secret, personTtl));
  return path('/register/wechat');
}

type Asked = Pick<CallContext<'all'>, 'db' | 'now' | 'headers'>;

/** The person who scanned in this browser and has no account yet; null for none, or when it expired. */
export async function findPerson({ db, now, headers }: Asked): Promise<WechatPerson | null> {
  const hash = wechatSecretHash(headers);
  if (hash === null) return null;
  return scanned.safeParse(await findPending(db, personName(hash), now)).data ?? null;
}

/** The same, once, within the transaction that binds it: a failed transaction does not use it up. */
export async function takePerson(
  tx: Tx,
  { now, headers }: Pick<Asked, 'now' | 'headers'>,
): Promise<WechatPerson | null> {
  const hash = wechatSecretHash(headers);
  if (hash === null) return null;
  return scanned.safeParse(await takePending(tx, personName(hash), now)).data ?? null;
}

/**
 * The WeChat account that a registration page is asked to bind; no nickname: the scan is too old. Null: none is asked
 * for.
 */
export async function findAsked(context: Asked, url: URL): Promise<{ nickname: string | null } | null> {
  if (!url.searchParams.has('wechat') || findWechat() === null) return null;
  return { nickname: (await findPerson(context))?.nickname ?? null };
}
