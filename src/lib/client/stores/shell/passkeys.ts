/**
 * Passkeys in this browser, by its own API (WebAuthn, level 3): no package. All reject as `call` does, and with an
 * AppError where the person or the device aborts.
 */
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { PasskeyWire } from '#lib/contract/passkeys.ts';
import { passkeyAlgorithms, passkeyTtl } from '#lib/rules/companies/passkeys.ts';
import { call } from '../../api.ts';

const notDone = '没有完成验证，请重试';
const known: Record<string, string> = {
  InvalidStateError: '这台设备上已经有这个账号的通行密钥',
  NotSupportedError: '这台设备不能保存通行密钥',
  SecurityError: '通行密钥不能在这个网址上使用',
};

/** The credential that the device created or signed; the person may abort, and the browser does not say why. */
async function fromDevice(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let made: Credential | null = null;
  try {
    made = await work();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new AppError(409, known[error.name] ?? notDone);
  }
  if (!(made instanceof PublicKeyCredential)) throw new AppError(409, notDone);
  return made;
}

/** Logs in by one of the device's passkeys; `agreement` is the version that is accepted, where that was asked. */
export async function logInByPasskey(agreement: string): Promise<UserInfo> {
  const { challenge, rp_id: rpId } = await call(api.startPasskeyLogin, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge,
    rpId,
    timeout: passkeyTtl,
    userVerification: 'required',
  });
  const { id, response } = (await fromDevice(() => navigator.credentials.get({ publicKey }))).toJSON();
  if (!('signature' in response)) throw new AppError(409, notDone);
  const { user } = await call(api.logInByPasskey, {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
    agreement,
  });
  return user;
}

/** Adds a passkey of this device to one's own account; returns all of them. */
export async function addPasskey({
  name,
  password,
}: {
  name: string;
  password: string;
}): Promise<PasskeyWire[]> {
  const asked = await call(api.beginPasskey, { password });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge: asked.challenge,
    rp: { id: asked.rp_id, name: '药批网' },
    user: { id: asked.user_id, name: asked.user_name, displayName: asked.user_name },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyTtl,
    excludeCredentials: asked.known.map((one) => ({ ...one, type: 'public-key' })),
    // Resident on the device, so that the login needs no name, and the device verifies the person.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  });
  const { id, response } = (await fromDevice(() => navigator.credentials.create({ publicKey }))).toJSON();
  if (!('attestationObject' in response)) throw new AppError(409, notDone);
  const { list } = await call(api.addPasskey, {
    name,
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports,
  });
  return list;
}

/** Renames one's own passkey; returns all of them. */
export async function renamePasskey(id: number, name: string): Promise<PasskeyWire[]> {
  return (await call(api.renamePasskey, { id, name })).list;
}

/** Removes one's own, even if it is gone already; returns the rest. */
export async function removePasskey(id: number): Promise<PasskeyWire[]> {
  try {
    return (await call(api.removePasskey, { id })).list;
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return (await call(api.passkeys, {})).list;
    throw error;
  }
}
