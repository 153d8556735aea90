/**
 * A counterpart of 微信开放平台 for 网站应用: a real HTTP server that speaks the protocol as its house documents it. A
 * code opens once, for the application it was made for; a token tells one person.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from 'vitest';
import { completeEnv } from '#lib/server/core/process/env.ts';

interface Person {
  openid: string;
  unionid?: string;
  nickname: string;
}

export interface WechatProvider {
  /** Somebody scans and agrees: the code that comes back with the browser. */
  scan(person: Person): string;
  /** What is asked from now on in one test: answered, refused by a number, answered by nonsense, or by another person. */
  trouble: 'none' | 'refused' | 'nonsense' | 'other';
  /** Paths that were asked, with their queries. */
  asked: URL[];
}

const appId = 'wx0123456789abcdef';
const appSecret = 'the-secret-of-the-application';

/** Opens the house and switches WeChat on for this test file. */
export async function openWechat(): Promise<WechatProvider> {
  const codes = new Map<string, Person>();
  const used = new Set<string>();
  const tokens = new Map<string, Person>();
  const counterpart: WechatProvider = {
    scan(person) {
      const code = randomUUID();
      codes.set(code, person);
      return code;
    },
    trouble: 'none',
    asked: [],
  };

  function answer(url: URL): object | string {
    const { searchParams: query, pathname } = url;
    if (counterpart.trouble === 'refused') return { errcode: 45_011, errmsg: 'api minute-quota reach limit' };
    if (counterpart.trouble === 'nonsense') return '<html>502</html>';
    if (pathname === '/sns/oauth2/access_token') {
      if (query.get('appid') !== appId) return { errcode: 40_013, errmsg: 'invalid appid' };
      if (query.get('secret') !== appSecret) return { errcode: 40_125, errmsg: 'invalid appsecret' };
      if (query.get('grant_type') !== 'authorization_code') return { errcode: 40_002, errmsg: 'grant_type' };
      const code = query.get('code') ?? '';
      if (used.has(code)) return { errcode: 40_163, errmsg: 'code been used' };
      const person = codes.get(code);
      if (person === undefined) return { errcode: 40_029, errmsg: 'invalid code' };
      used.add(code);
      const access_token = randomUUID();
      tokens.set(access_token, person);
      const { openid, unionid } = person;
      return {
        access_token,
        expires_in: 7200,
        refresh_token: randomUUID(),
        openid,
        scope: 'snsapi_login',
        unionid,
      };
    }
    if (pathname === '/sns/userinfo') {
      const person = tokens.get(query.get('access_token') ?? '');
      if (person === undefined) return { errcode: 40_001, errmsg: 'invalid credential' };
      if (person.openid !== query.get('openid')) return { errcode: 40_003, errmsg: 'invalid openid' };
      return counterpart.trouble === 'other'
        ? { ...person, openid: 'another' }
        : { ...person, sex: 1, privilege: [] };
    }
    return { errcode: 404, errmsg: 'no such path' };
  }

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://house.test');
    counterpart.asked.push(url);
    const said = answer(url);
    res.writeHead(200, { 'content-type': 'text/plain' });
    res.end(typeof said === 'string' ? said : JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  completeEnv({
    WECHAT_APP_ID: appId,
    WECHAT_APP_SECRET: appSecret,
    WECHAT_OPEN_URL: 'https://open.weixin.test',
    WECHAT_API_URL: origin,
  });
  beforeEach(() => {
    counterpart.trouble = 'none';
    counterpart.asked.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return counterpart;
}
