/**
 * The challenge for an authenticator and what its response proves (WebAuthn, level 3). The site is identified by its
 * own trusted address, never by the request: a response for another site proves nothing here. The person must have
 * verified themselves to the device (finger, face, PIN): such a response replaces password and code together.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AddPasskeyInput, PasskeyLoginInput } from '#lib/contract/passkeys.ts';
import { passkeyAlgorithms } from '#lib/rules/companies/passkeys.ts';
import { env } from '../process/env.ts';
import { log } from '../process/log.ts';

/** Large, and loaded at the first passkey only. */
const library = () => import('@simplewebauthn/server');

/** The site of this shop's passkeys: browsers accept no IP address as a site, so the demo's is localhost. */
export function passkeySite(): { origin: string; id: string } {
  const { SITE_URL, PORT } = env();
  const { origin, hostname } = new URL(SITE_URL ?? `http://localhost:${PORT}`);
  return { origin, id: hostname };
}

/** An unpredictable challenge. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** The stored form of a challenge. */
export const challengeHash = (challenge: string): string =>
  createHash('sha256').update(challenge).digest('base64url');

/** The account id as stored by the authenticator. */
export const userHandle = (userId: string): string => Buffer.from(userId).toString('base64url');

const asked = z.object({ challenge: z.string().min(1).max(200) });

/** The challenge that a response claims to answer; null where it cannot be read. */
export function findChallenge(clientData: string): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    return asked.safeParse(said).data?.challenge ?? null;
  } catch {
    return null;
  }
}

/** The key that an authenticator created on this site for a challenge; null where the response proves nothing. */
export async function findNewKey(
  { id, client_data, attestation }: AddPasskeyInput,
  challenge: string,
): Promise<{ publicKey: string; counter: number } | null> {
  const { verifyRegistrationResponse } = await library();
  const site = passkeySite();
  const { registrationInfo } = await proved(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, attestationObject: attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    }),
  );
  if (registrationInfo === undefined || registrationInfo.credential.id !== id) return null;
  const { publicKey, counter } = registrationInfo.credential;
  return { publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

interface KnownKey {
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** The new counter of a key that has signed this challenge for this site; null where the response proves nothing. */
export async function findUse(
  { client_data, authenticator_data, signature }: PasskeyLoginInput,
  challenge: string,
  { credentialId, publicKey, counter }: KnownKey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const site = passkeySite();
  const { verified, authenticationInfo } = await proved(() =>
    verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
      },
    }),
  );
  return verified === true && authenticationInfo !== undefined ? authenticationInfo.newCounter : null;
}

/** The library throws when a response does not prove something, with a message for engineers. */
async function proved<T extends object>(verify: () => Promise<T>): Promise<Partial<T>> {
  try {
    return await verify();
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : '';
    log().info({ why }, 'a passkey was refused');
    return {};
  }
}
