/**
 * 微信支付 JSAPI: payment in WeChat's own browser. The browser goes to WeChat, which identifies the person (网页授权,
 * snsapi_base) and sends them to /wechat/pay; the order is created there, for this person, and WeChat's browser opens
 * its own sheet with parameters that we sign. The result that the browser reports is never trusted (rules 5).
 */
import { randomBytes } from 'node:crypto';
import { path } from '#lib/contract/routes.ts';
import { env } from '../../core/process/env.ts';
import { siteAddress } from '../../core/process/site-address.ts';
import { authorizePage, type WechatLine } from '../wechat-line.ts';
import { jsapiState, jsapiTtl } from './jsapi-state.ts';
import type { Charge, RemoteProvider } from './port.ts';
import { requestTtl, wechatWork } from './wechat.ts';
import type { WechatKeys } from './wechat-keys.ts';
import { askWechat } from './wechat-line.ts';
import { signLines } from './wechat-signature.ts';
import { jsapiAnswer, orderOf } from './wechat-words.ts';

export const jsapiKey = 'wechat_jsapi';

/** Parameters with which WeChat's browser opens its sheet (getBrandWCPayRequest). */
export type BridgeValues = {
  appId: string;
  /** Seconds. */
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: 'RSA';
  paySign: string;
};

/** Why no sheet can be opened: other: another person's order; paid; over: they closed it. */
export type JsapiRefusal = 'other' | 'paid' | 'over';

/** WeChat's own browser, not that of 企业微信, which sends both names. */
export function isInWechat(headers: Pick<Headers, 'get'>): boolean {
  const name = headers.get('user-agent') ?? '';
  return /\bMicroMessenger\//i.test(name) && !/\bwxwork\//i.test(name);
}

/** The provider with these keys, including the 公众号's secret. */
export function jsapiProvider(keys: WechatKeys): RemoteProvider {
  return {
    // Before the order is created the person goes to WeChat and back.
    ...wechatWork(keys, jsapiKey, jsapiTtl + requestTtl),
    name: '微信支付',
    describe: '在微信里直接付款',
    where: 'wechat',
    // Counts from now, even if the payment began earlier: a top-up continues an older one.
    async start({ payNo, returnTo }) {
      if (keys.appSecret === null) throw new Error('no secret of the 公众号');
      return { redirect: authorizeAt(keys, jsapiState(payNo, new Date()), returnTo) };
    },
  };
}

/** The address at which WeChat identifies the person. `back`: where they return to, by default the result page. */
export function authorizeAt(keys: WechatKeys, state: string, back?: string): string {
  const redirect = siteAddress() + path('/wechat/pay', undefined, back === undefined ? {} : { back });
  return authorizePage({ appId: keys.appId, openUrl: env().WECHAT_OPEN_URL }, { redirect, state });
}

/** The request that exchanges a code of {@link authorizeAt} for an openid. */
export function openidLine({ appId, appSecret }: WechatKeys): WechatLine {
  const { WECHAT_OPEN_URL: openUrl, WECHAT_API_URL: apiUrl } = env();
  return { appId, appSecret: appSecret ?? '', openUrl, apiUrl };
}

/**
 * Orders a payment for one person; repeating it gives the same order. Returns the parameters of the sheet, or why there
 * is none. Throws where there is no response.
 */
export async function orderInWechat(
  keys: WechatKeys,
  charge: Pick<Charge, 'payNo' | 'amount' | 'subject' | 'now'>,
  openid: string,
): Promise<BridgeValues | JsapiRefusal> {
  const said = await askWechat(keys, {
    method: 'POST',
    target: '/v3/pay/transactions/jsapi',
    body: { ...orderOf(keys, jsapiKey, charge), payer: { openid } },
  });
  if (said.ok) return bridgeValues(keys, jsapiAnswer.parse(said.body).prepay_id, Date.now());
  const refusal = refusals[said.code];
  if (refusal === undefined) throw new Error(`${said.code} ${said.message}`);
  return refusal;
}

/** They treat an order with this number for another person as a different order. */
const refusals: Partial<Record<string, JsapiRefusal>> = {
  OUT_TRADE_NO_USED: 'other',
  ORDERPAID: 'paid',
  ORDER_CLOSED: 'over',
};

/** The parameters of an order, signed for WeChat's browser. `at`: ms. */
export function bridgeValues(keys: WechatKeys, prepayId: string, at: number): BridgeValues {
  const values = {
    appId: keys.appId,
    timeStamp: String(Math.floor(at / 1000)),
    nonceStr: randomBytes(16).toString('hex'),
    package: `prepay_id=${prepayId}`,
  };
  return { ...values, signType: 'RSA', paySign: signLines(keys, Object.values(values)) };
}
