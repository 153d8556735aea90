/**
 * 网页授权 of a 公众号, as WeChat's own browser meets it: the page that sends back with a code (snsapi_base, nothing is asked),
 * and the openid for a code, which opens once.
 */
import { randomUUID } from 'node:crypto';

export interface OauthKeys {
  appId: string;
  appSecret: string;
}

interface Answer {
  status: number;
  location?: string;
  body: string;
}

interface Oauth {
  /** Whose WeChat it is that opens the page. */
  openid: string;
  /** The host that may be sent back to; null: any. */
  domain: string | null;
  /** What is answered for a code from now on: as it should, refused, or nothing that can be read. */
  trouble: 'none' | 'busy' | 'nonsense';
  /** How many codes were asked about. */
  asked: number;
  /** The code of who opens the page now. */
  code(): string;
  /** Null for an address that is not of 网页授权. */
  answer(url: URL, userAgent: string): Answer | null;
}

const codeTtl = 5 * 60_000;

export function openOauth({ appId, appSecret }: OauthKeys): Oauth {
  const codes = new Map<string, { openid: string; until: number; isUsed: boolean }>();
  const oauth: Oauth = {
    openid: 'oBuyer_0000000000000000001',
    domain: null,
    trouble: 'none',
    asked: 0,
    code(): string {
      const { openid } = oauth;
      const code = randomUUID().replaceAll('-', '');
      codes.set(code, { openid, until: Date.now() + codeTtl, isUsed: false });
      return code;
    },
    answer(url: URL, userAgent: string): Answer | null {
      if (url.pathname === '/connect/oauth2/authorize') return authorize(url.searchParams, userAgent);
      if (url.pathname !== '/sns/oauth2/access_token') return null;
      oauth.asked += 1;
      if (oauth.trouble === 'nonsense') return { status: 502, body: '<html>502</html>' };
      return { status: 200, body: JSON.stringify(tokenOf(url.searchParams)) };
    },
  };

  function authorize(query: URLSearchParams, userAgent: string): Answer {
    const no = (text: string): Answer => ({ status: 200, body: `<h1>${text}</h1>` });
    if (!/\bMicroMessenger\//.test(userAgent)) return no('请在微信客户端打开链接');
    if (query.get('appid') !== appId) return no('appid 参数错误');
    if (query.get('response_type') !== 'code' || query.get('scope') !== 'snsapi_base')
      return no('scope 参数错误');
    const state = query.get('state') ?? '';
    if (!/^[0-9a-zA-Z]{0,128}$/.test(state)) return no('state 参数错误');
    const back = URL.parse(query.get('redirect_uri') ?? '');
    if (back === null || (oauth.domain !== null && back.host !== oauth.domain))
      return no('redirect_uri 域名与后台配置不一致，错误码：10003');
    back.searchParams.set('code', oauth.code());
    back.searchParams.set('state', state);
    return { status: 302, location: back.href, body: '' };
  }

  function tokenOf(query: URLSearchParams): object {
    if (oauth.trouble === 'busy') return { errcode: 45_011, errmsg: 'api minute-quota reach limit' };
    if (query.get('appid') !== appId) return { errcode: 40_013, errmsg: 'invalid appid' };
    if (query.get('secret') !== appSecret) return { errcode: 40_125, errmsg: 'invalid appsecret' };
    if (query.get('grant_type') !== 'authorization_code') return { errcode: 40_002, errmsg: 'grant_type' };
    const found = codes.get(query.get('code') ?? '');
    if (found === undefined || found.until < Date.now()) return { errcode: 40_029, errmsg: 'invalid code' };
    if (found.isUsed) return { errcode: 40_163, errmsg: 'code been used' };
    found.isUsed = true;
    return {
      access_token: randomUUID(),
      expires_in: 7200,
      refresh_token: randomUUID(),
      openid: found.openid,
      scope: 'snsapi_base',
      is_snapshotuser: 0,
    };
  }

  return oauth;
}
