/**
 * The connection to 微信开放平台 for 网站应用: a QR code on their page, a code for us, an access token for the code, the person's
 * openid, unionid and nickname for the token. Keys switch it on; in the demo the shop's own counterpart replaces it
 * (/sandbox/wechat).
 */
import { z } from 'zod';
import { headOf } from '#lib/rules/text/cut.ts';
import { env } from '../core/process/env.ts';
import { ownAddress } from '../core/process/site-address.ts';

/** Timeout of a response, ms. */
const answerWithin = 5_000;

export interface WechatLine {
  appId: string;
  appSecret: string;
  /** Where the browser goes for scanning. */
  openUrl: string;
  /** The API's address for the server. */
  apiUrl: string;
}

/** The person who has scanned. The unionid is the same for all applications of one owner, so it is preferred. */
export interface WechatPerson {
  /** unionid, else openid. */
  subject: string;
  nickname: string;
}

/** The demo's application: its secret is no secret. */
export const demoWechat = { appId: 'wxdemo0123456789', appSecret: 'demo-wechat-secret' } as const;

/** The line, or null where WeChat is switched off. */
export function findWechat(): WechatLine | null {
  const { WECHAT_APP_ID, WECHAT_APP_SECRET, WECHAT_OPEN_URL, WECHAT_API_URL, DEMO } = env();
  if (WECHAT_APP_ID !== undefined)
    return {
      appId: WECHAT_APP_ID,
      appSecret: WECHAT_APP_SECRET ?? '',
      openUrl: WECHAT_OPEN_URL,
      apiUrl: WECHAT_API_URL,
    };
  if (!DEMO) return null;
  return { ...demoWechat, openUrl: '/sandbox/wechat', apiUrl: `${ownAddress()}/sandbox/wechat` };
}

/** True where the shop's own counterpart is used. */
export function isDemoWechat(): boolean {
  return findWechat()?.appId === demoWechat.appId;
}

/** The page with the QR code. */
export function scanPage(line: WechatLine, { redirect, state }: { redirect: string; state: string }): string {
  const query = new URLSearchParams({
    appid: line.appId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
  });
  return `${line.openUrl}/connect/qrconnect?${query}#wechat_redirect`;
}

/** The page that sends who opens it in WeChat's browser back with a code, without asking anything (网页授权, snsapi_base). */
export function authorizePage(
  line: Pick<WechatLine, 'appId' | 'openUrl'>,
  { redirect, state }: { redirect: string; state: string },
): string {
  const query = new URLSearchParams({
    appid: line.appId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  });
  return `${line.openUrl}/connect/oauth2/authorize?${query}#wechat_redirect`;
}

/** A refusal with WeChat's own error number, or an invalid response. */
export class WechatRefused extends Error {
  override name = 'WechatRefused';
}

const refusal = z.object({ errcode: z.number().int(), errmsg: z.string().default('') });
const token = z.object({ access_token: z.string().min(1), openid: z.string().min(1) });
const person = z.object({
  openid: z.string().min(1),
  unionid: z.string().min(1).optional(),
  nickname: z.string().default(''),
});

async function ask<T>(line: WechatLine, path: string, query: object, schema: z.ZodType<T>): Promise<T> {
  const address = `${line.apiUrl}${path}?${new URLSearchParams(Object.entries(query))}`;
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(answerWithin) });
  const said: unknown = await answer.json().catch(() => null);
  const refused = refusal.safeParse(said);
  if (refused.success && refused.data.errcode !== 0)
    throw new WechatRefused(`${path}: ${refused.data.errcode}`, { cause: refused.data.errcode });
  const found = schema.safeParse(said);
  if (!answer.ok || !found.success) throw new WechatRefused(`${path}: ${answer.status}`);
  return found.data;
}

function askToken(line: WechatLine, code: string): Promise<z.infer<typeof token>> {
  const { appId: appid, appSecret: secret } = line;
  const query = { appid, secret, code, grant_type: 'authorization_code' };
  return ask(line, '/sns/oauth2/access_token', query, token);
}

/** The person who returned from {@link authorizePage}: the openid of this application. Throws as {@link askPerson}. */
export async function askOpenid(line: WechatLine, code: string): Promise<string> {
  return (await askToken(line, code)).openid;
}

/** errcode of a code that nobody was given: application and secret are right. */
const unknownCode = 40_029;

/** Asks for the token of a code that nobody was given. Throws as {@link askPerson} where application or secret is wrong. */
export async function checkWechat(line: WechatLine): Promise<void> {
  try {
    await askToken(line, 'check');
  } catch (error) {
    if (!(error instanceof WechatRefused) || error.cause !== unknownCode) throw error;
  }
}

/** The person who has scanned, by the returned code. Throws where WeChat refuses or does not respond within seconds. */
export async function askPerson(line: WechatLine, code: string): Promise<WechatPerson> {
  const { access_token, openid } = await askToken(line, code);
  const found = await ask(line, '/sns/userinfo', { access_token, openid, lang: 'zh_CN' }, person);
  if (found.openid !== openid) throw new WechatRefused('/sns/userinfo: another openid');
  const nickname = headOf(found.nickname.replace(/\p{C}/gu, '').trim(), 40) || '微信用户';
  return { subject: found.unionid ?? openid, nickname };
}
