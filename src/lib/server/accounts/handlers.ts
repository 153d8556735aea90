import { accountsCalls } from '#lib/contract/accounts/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getInfo, logIn, logOut } from './accounts.ts';
import { changePhone, proveOwnPhone, sendOwnCode } from './change-phone.ts';
import { saveListView, updateOwnData } from './own-data.ts';
import { changeOwnPassword, createCode, findPhone, provePhone, resetForgotten } from './passwords.ts';
import { beginOwnTotp, confirmOwnTotp, endOwnTotp } from './totp.ts';

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
