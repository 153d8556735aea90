/** Calls of passkeys. */
import { get, post, whileFrozen } from '../call.ts';
import type { passkeysSchemas } from './schema.ts';

type Schemas = typeof passkeysSchemas;

export const passkeysCalls = {
  startPasskeyLogin: post<Schemas['startPasskeyLogin'], 'anyone'>('/api/auth/passkey/start', 'anyone'),
  logInByPasskey: post<Schemas['logInByPasskey'], 'all'>('/api/auth/passkey', 'all'),
  passkeys: whileFrozen(get<Schemas['passkeys'], 'buyer'>('/api/user/passkeys', 'buyer')),
  beginPasskey: whileFrozen(post<Schemas['beginPasskey']>('/api/user/passkeys/begin', 'buyer', 'read')),
  addPasskey: whileFrozen(post<Schemas['addPasskey']>('/api/user/passkeys', 'buyer', 'read')),
  renamePasskey: whileFrozen(
    post<Schemas['renamePasskey']>('/api/user/passkeys/{id}/rename', 'buyer', 'read'),
  ),
  removePasskey: whileFrozen(
    post<Schemas['removePasskey']>('/api/user/passkeys/{id}/remove', 'buyer', 'read'),
  ),
};
