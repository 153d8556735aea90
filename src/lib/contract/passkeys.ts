/** Passkeys (WebAuthn): logging in with one, adding, naming and removing one's own. */

import { z } from 'zod';
import { loginOutput } from './accounts/calls.ts';
import { password } from './accounts/password-schema.ts';
import { get, post } from './call.ts';
import { emptyInput, freeText, id, text, upTo } from './fields.ts';

/** Bytes as browsers write them, in base64url. */
function bytes(label: string, max: number) {
  const error = `${label}不正确`;
  return z
    .string({ error })
    .max(max, { error })
    .regex(/^[\w-]+$/, { error });
}

/** The id that the authenticator gave the key: up to 1023 bytes. */
const credentialId = bytes('通行密钥编号', 1_400);
const clientData = bytes('通行密钥的应答', 4_000);

/** The variable part of the request to the authenticator; the rest is constant and in the browser. */
const challenge = { challenge: z.string(), rp_id: z.string() };

export const passkeyLoginInput = z.object({
  id: credentialId,
  client_data: clientData,
  authenticator_data: bytes('通行密钥的应答', 4_000),
  signature: bytes('通行密钥的签名', 8_000),
  user_handle: bytes('通行密钥的账号', 100),
  /** The accepted version of the agreement, where the login has required it; else empty. */
  agreement: freeText('协议版本', 20),
});
export type PasskeyLoginInput = z.output<typeof passkeyLoginInput>;
export type PasskeyLoginTexts = z.input<typeof passkeyLoginInput>;

export const passkeyName = text('通行密钥名称', { min: 1, max: 30 });

export const addPasskeyInput = z.object({
  name: passkeyName,
  id: credentialId,
  client_data: clientData,
  attestation: bytes('通行密钥的应答', 16_000),
  /** Transports of the authenticator: internal, hybrid, usb… */
  transports: upTo(8, text('通行密钥的连接方式', { max: 20 }), {
    error: '通行密钥的连接方式不正确',
    tooMany: '通行密钥的连接方式太多',
  }).default([]),
});
export type AddPasskeyInput = z.output<typeof addPasskeyInput>;
export type AddPasskeyTexts = z.input<typeof addPasskeyInput>;

export const passkeyStart = z.object({
  ...challenge,
  /** The account as stored and shown by the authenticator. */
  user_id: z.string(),
  user_name: z.string(),
  /** Ids of existing ones: their devices are refused. */
  known: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
});
export type PasskeyStart = z.infer<typeof passkeyStart>;

export const passkeyWire = z.object({
  id: z.number(),
  name: z.string(),
  /** ISO moments; the second is empty for one that was never used. */
  created_at: z.string(),
  used_at: z.string(),
});
export type PasskeyWire = z.infer<typeof passkeyWire>;

/** The last one first. */
export const passkeyList = z.object({ list: z.array(passkeyWire) });
export type PasskeyList = z.infer<typeof passkeyList>;

const passkeyId = { id: id('通行密钥编号') };
export const renamePasskeyInput = z.object({ ...passkeyId, name: passkeyName });
export type RenamePasskeyInput = z.output<typeof renamePasskeyInput>;
export const removePasskeyInput = z.object(passkeyId);
export type RemovePasskeyInput = z.output<typeof removePasskeyInput>;

export const passkeysCalls = {
  startPasskeyLogin: post('/api/auth/passkey/start', {
    who: 'anyone',
    input: emptyInput,
    output: z.object(challenge),
  }),
  logInByPasskey: post('/api/auth/passkey', { who: 'all', input: passkeyLoginInput, output: loginOutput }),
  passkeys: get('/api/user/passkeys', {
    who: 'buyer',
    whileFrozen: true,
    input: emptyInput,
    output: passkeyList,
  }),
  beginPasskey: post('/api/user/passkeys/begin', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: z.object({ password: password('登录密码') }),
    output: passkeyStart,
  }),
  addPasskey: post('/api/user/passkeys', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: addPasskeyInput,
    output: passkeyList,
  }),
  renamePasskey: post('/api/user/passkeys/{id}/rename', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: renamePasskeyInput,
    output: passkeyList,
  }),
  removePasskey: post('/api/user/passkeys/{id}/remove', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: removePasskeyInput,
    output: passkeyList,
  }),
};
