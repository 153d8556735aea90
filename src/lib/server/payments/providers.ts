/** The ways to pay, by the key that the wire and the database name. */

import { bankProvider } from '#lib/contract/constants.ts';
import { env } from '../process/env.ts';
import { alipayCode, alipayPage } from './alipay.ts';
import { alipayAccountBills, alipayBills } from './alipay-bills.ts';
import { alipayKeys } from './alipay-keys.ts';
import { findBank } from './bank-transfer.ts';
import type { BilledHouse } from './bills.ts';
import type { Provider, RemoteProvider } from './port.ts';
import { sandboxProvider } from './sandbox.ts';
import { walletProvider } from './wallet.ts';
import { wechatProvider } from './wechat.ts';
import { wechatAccountBills, wechatBills } from './wechat-bills.ts';
import { isInWechat, jsapiKey, jsapiProvider } from './wechat-jsapi.ts';
import { wechatKeys } from './wechat-keys.ts';

/** In the order in which they are offered. The 模拟收银台 exists in the demo only, the others where their keys are set. */
export function listProviders(): Provider[] {
  const wechat = wechatKeys();
  const alipay = alipayKeys();
  const bank = findBank();
  return [
    walletProvider,
    ...(wechat ? [wechatProvider(wechat)] : []),
    // What was paid by it is asked for and given back without the 公众号's secret too.
    ...(wechat ? [jsapiProvider(wechat)] : []),
    ...(alipay ? [alipayPage(alipay), alipayCode(alipay)] : []),
    ...(env().DEMO ? [sandboxProvider] : []),
    // Last: the first one is offered beside a balance that is not enough, and a transfer goes with none.
    ...(bank ? [bank] : []),
  ];
}

/** Those that the browser which sent these headers can pay by. */
export function listOffered(headers: Pick<Headers, 'get'>): Provider[] {
  const other = isInWechat(headers) ? 'elsewhere' : 'wechat';
  const isOpen = wechatKeys()?.appSecret != null;
  return listProviders().filter(({ key, where }) => where !== other && (key !== jsapiKey || isOpen));
}

/** The houses whose bills are compared with our books: those whose keys are set. */
export function listBilledHouses(): BilledHouse[] {
  const wechat = wechatKeys();
  const alipay = alipayKeys();
  return [
    ...(wechat ? [wechatBills(wechat), wechatAccountBills(wechat)] : []),
    ...(alipay ? [alipayBills(alipay), alipayAccountBills(alipay)] : []),
  ];
}

/** A way to pay that is open here, or undefined. */
export function findProvider(key: string): Provider | undefined {
  return listProviders().find((provider) => provider.key === key);
}

/** Ways that a payment may name and that are not open here (any more). */
const closedNames: Readonly<Record<string, string>> = {
  [bankProvider]: '对公转账',
  wechat: '微信支付',
  [jsapiKey]: '微信支付',
  alipay: '支付宝',
  alipay_qr: '支付宝扫码',
  sandbox: '模拟收银台',
};

/** A way to pay for people to read, also one that is not open here (any more). */
export function nameWay(key: string): string {
  return findProvider(key)?.name ?? closedNames[key] ?? key;
}

/** The ways of payments in the order in which they are given, for people to read. */
export function nameWays(payments: readonly { provider: string; linkId: number | null }[]): string {
  return payments
    .map(({ provider, linkId }) => `${nameWay(provider)}${linkId === null ? '' : '（他人代付）'}`)
    .join('、');
}

/** Somebody else can pay for a buyer: our own books are the buyer's alone, and a transfer is found by its company. */
export function takesFromOthers(): boolean {
  return listProviders().some(({ kind }) => kind === 'remote');
}

/** A way to pay where somebody else takes the money. */
export function findRemote(key: string): RemoteProvider | undefined {
  const provider = findProvider(key);
  return provider?.kind === 'remote' ? provider : undefined;
}
