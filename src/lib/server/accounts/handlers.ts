import { accountsCalls } from '#lib/contract/accounts/calls.ts';
import { passkeysCalls } from '#lib/contract/passkeys.ts';
import { registrationCalls } from '#lib/contract/registration/calls.ts';
import { sessionsCalls } from '#lib/contract/sessions.ts';
import { wechatCalls } from '#lib/contract/wechat.ts';
import { handlers } from '../core/calls/handlers.ts';
import { checkStoreTable } from '../stores/named-table.ts';
import { getInfo, logIn, logOut } from './accounts.ts';
import { changePhone, proveOwnPhone, sendOwnCode } from './change-phone.ts';
import { saveListView, updateOwnData } from './own-data.ts';
import { logInByPasskey, startPasskeyLogin } from './passkey-login.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { changeOwnPassword, createCode, findPhone, provePhone, resetForgotten } from './passwords.ts';
import { openAccount } from './register-account.ts';
import { describeCompany } from './register-company.ts';
import { getRegistration } from './registration-status.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { beginOwnTotp, confirmOwnTotp, endOwnTotp } from './totp.ts';
import { linkWechat, unbindWechat } from './wechat-bind.ts';
import { startWechat } from './wechat-scan.ts';

export const wechatHandlers = handlers(wechatCalls, {
  startWechat,
  linkWechat,
  unbindWechat,
});

export const sessionsHandlers = handlers(sessionsCalls, {
  sessions: listSessions,
  endSession,
  endOtherSessions,
});

export const registrationHandlers = handlers(registrationCalls, {
  registerAccount: openAccount,
  registerCompany: describeCompany,
  checkStoreTable,
  registerStatus: getRegistration,
});

export const passkeysHandlers = handlers(passkeysCalls, {
  startPasskeyLogin,
  logInByPasskey,
  passkeys: listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
});

export const accountsHandlers = handlers(accountsCalls, {
  createCode,
  findPhone,
  provePhone,
  resetForgotten,
  changeOwnPassword,
  sendOwnCode,
  proveOwnPhone,
  beginOwnTotp,
  confirmOwnTotp,
  endOwnTotp,
  login: logIn,
  userInfo: getInfo,
  logout: logOut,
  changePhone,
  updateUser: updateOwnData,
  saveListView,
  logoutPost: logOut,
});
