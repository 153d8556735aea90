import { passkeysCalls } from '#lib/contract/passkeys.ts';
import { handlers } from '../core/calls/handlers.ts';
import { logInByPasskey, startPasskeyLogin } from './passkey-login.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';

export const passkeysHandlers = handlers(passkeysCalls, {
  startPasskeyLogin,
  logInByPasskey,
  passkeys: listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
});
