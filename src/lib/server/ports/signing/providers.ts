/** Who makes the signatures: a provider by the keys of the environment, else the shop's own authority. */
import { env } from '../../core/process/env.ts';
import { esign } from './esign.ts';
import type { RemoteSigning, SigningPort } from './port.ts';

const own: SigningPort = { key: 'own', kind: 'here' };

export function signingPort(): SigningPort {
  return findSigning('esign') ?? own;
}

/** A signing provider that is set up. */
export function findSigning(key: string): RemoteSigning | undefined {
  const { ESIGN_APP_ID, ESIGN_SECRET, ESIGN_ENDPOINT } = env();
  if (key !== 'esign' || ESIGN_APP_ID === undefined || ESIGN_SECRET === undefined) return undefined;
  return esign({ appId: ESIGN_APP_ID, secret: ESIGN_SECRET, endpoint: ESIGN_ENDPOINT });
}
