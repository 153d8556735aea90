/** The ways to pay, by their key on the wire and in the database. */

import { wayTexts } from '#lib/rules/orders/payment-state.ts';
import { env } from '../../core/process/env.ts';
import { alipayCode, alipayPage } from './alipay.ts';
import { alipayAccountBills, alipayBills } from './alipay-bills.ts';
import { alipayKeys } from './alipay-keys.ts';
import { findBank } from './bank-transfer.ts';
import type { BillSource } from './bills.ts';
import type { Provider, RemoteProvider } from './port.ts';
import { sandboxProvider } from './sandbox.ts';
import { walletProvider } from './wallet.ts';
import { wechatProvider } from './wechat.ts';
import { wechatAccountBills, wechatBills } from './wechat-bills.ts';
import { isInWechat, jsapiKey, jsapiProvider } from './wechat-jsapi.ts';
import { wechatKeys } from './wechat-keys.ts';

/** In display order. The 模拟收银台 exists in the demo only, the others where their keys are configured. */
export function listProviders(): Provider[] {
  const wechat = wechatKeys();
  const alipay = alipayKeys();
  const bank = findBank();
  return [
    walletProvider,
    ...(wechat ? [wechatProvider(wechat)] : []),
    // Payments by it are queried and refunded even without the 公众号's secret.
    ...(wechat ? [jsapiProvider(wechat)] : []),
    ...(alipay ? [alipayPage(alipay), alipayCode(alipay)] : []),
    ...(env().DEMO ? [sandboxProvider] : []),
    // Last: the first one is offered next to a balance that is too low, and a transfer combines with none.
    ...(bank ? [bank] : []),
  ];
}

/** The ways that the browser with these headers can pay by. */
export function listOffered(headers: Pick<Headers, 'get'>): Provider[] {
  const other = isInWechat(headers) ? 'elsewhere' : 'wechat';
  const isOpen = wechatKeys()?.appSecret != null;
  return listProviders().filter(({ key, where }) => where !== other && (key !== jsapiKey || isOpen));
}

/** The providers whose bills are compared with our books: those with configured keys. */
export function listBillSources(): BillSource[] {
  const wechat = wechatKeys();
  const alipay = alipayKeys();
  return [
    ...(wechat ? [wechatBills(wechat), wechatAccountBills(wechat)] : []),
    ...(alipay ? [alipayBills(alipay), alipayAccountBills(alipay)] : []),
  ];
}

/** A way to pay that is configured here, or undefined. */
export function findProvider(key: string): Provider | undefined {
  return listProviders().find((provider) => provider.key === key);
}

/** The display name of a way to pay, even if it is not (or no longer) configured here. */
export function nameWay(key: string): string {
  return findProvider(key)?.name ?? wayTexts[key] ?? key;
}

/** The display names of the payments' ways, in the given order. */
export function nameWays(payments: readonly { provider: string; linkId: number | null }[]): string {
  return payments
    .map(({ provider, linkId }) => `${nameWay(provider)}${linkId === null ? '' : '（他人代付）'}`)
    .join('、');
}

/**
 * Whether somebody else can pay for a buyer: the balance is the buyer's alone, and a transfer is found by its company.
 */
export function takesFromOthers(): boolean {
  return listProviders().some(({ kind }) => kind === 'remote');
}

/** A way to pay at a remote provider. */
export function findRemote(key: string): RemoteProvider | undefined {
  const provider = findProvider(key);
  return provider?.kind === 'remote' ? provider : undefined;
}
