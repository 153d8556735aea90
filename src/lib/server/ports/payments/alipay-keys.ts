/** The credentials between 支付宝 and us. */
import type { KeyObject } from 'node:crypto';
import { env } from '../../core/process/env.ts';
import type { TheirKey } from '../../core/process/rsa-keys.ts';

export interface AlipayKeys {
  appId: string;
  /** PID of the account that receives the money. */
  sellerId: string;
  privateKey: KeyObject;
  theirs: TheirKey;
  /** With certificates in place of plain keys: ours and their root, as PEM. */
  certificates: { app: string; root: string } | null;
  gateway: string;
}

/** The validated keys of the environment; null where 支付宝 is not configured. */
export function alipayKeys(): AlipayKeys | null {
  const given = env();
  const {
    ALIPAY_APP_ID: appId,
    ALIPAY_SELLER_ID: sellerId,
    ALIPAY_PRIVATE_KEY: privateKey,
    ALIPAY_PUBLIC_KEY: theirs,
    ALIPAY_APP_CERTIFICATE: app,
    ALIPAY_ROOT_CERTIFICATE: root,
  } = given;
  if (!(appId && sellerId && privateKey && theirs)) return null;
  const certificates = app && root ? { app, root } : null;
  return { appId, sellerId, privateKey, theirs, certificates, gateway: given.ALIPAY_GATEWAY };
}
