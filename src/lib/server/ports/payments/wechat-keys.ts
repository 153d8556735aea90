/** The credentials between 微信支付 and us. */
import type { KeyObject } from 'node:crypto';
import { env } from '../../core/process/env.ts';

export interface WechatKeys {
  merchantId: string;
  appId: string;
  /** Serial of the merchant's certificate, whose private key signs. */
  serial: string;
  privateKey: KeyObject;
  /** APIv3密钥: decrypts the content of notices. */
  apiKey: string;
  /** Their keys, by the id in Wechatpay-Serial. The first is the one that we ask them to sign with. */
  theirs: readonly { id: string; key: KeyObject }[];
  endpoint: string;
  /** Secret of the 公众号: identifies the payer in WeChat's own browser; null where that is not configured. */
  appSecret: string | null;
}

/** The validated keys of the environment; null where 微信支付 is not configured. */
export function wechatKeys(): WechatKeys | null {
  const given = env();
  const {
    WECHAT_PAY_MERCHANT_ID: merchantId,
    WECHAT_PAY_APP_ID: appId,
    WECHAT_PAY_SERIAL: serial,
    WECHAT_PAY_PRIVATE_KEY: privateKey,
    WECHAT_PAY_API_KEY: apiKey,
    WECHAT_PAY_PUBLIC_KEY_ID: keyId,
    WECHAT_PAY_PUBLIC_KEY: publicKey,
    WECHAT_PAY_CERTIFICATE: certificate,
  } = given;
  if (!(merchantId && appId && serial && privateKey && apiKey && keyId && publicKey)) return null;
  const older = certificate ? [{ id: certificate.serial ?? '', key: certificate.key }] : [];
  return {
    merchantId,
    appId,
    serial: serial.toUpperCase(),
    privateKey,
    apiKey,
    theirs: [{ id: keyId, key: publicKey.key }, ...older],
    endpoint: given.WECHAT_PAY_ENDPOINT,
    appSecret: given.WECHAT_PAY_APP_SECRET ?? null,
  };
}
