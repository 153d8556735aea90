/** Calls of accounts. */
import { del, get, post, whileFrozen } from '../call.ts';
import type { accountsSchemas } from './schema.ts';

type Schemas = typeof accountsSchemas;

export const accountsCalls = {
  login: post<Schemas['login'], 'all'>('/api/auth/login', 'all'),
  userInfo: whileFrozen(get<Schemas['userInfo'], 'buyer'>('/api/user/info', 'buyer')),
  logout: del<Schemas['logout'], 'all'>('/api/user/logout', 'all'),
  createCode: post<Schemas['createCode'], 'anyone'>('/api/user/create-code', 'anyone'),
  findPhone: get<Schemas['findPhone'], 'anyone'>('/api/user/phone/{value}', 'anyone'),
  provePhone: post<Schemas['provePhone'], 'anyone'>('/api/forget/step1', 'anyone'),
  resetForgotten: post<Schemas['resetForgotten'], 'anyone'>('/api/forget/step2', 'anyone'),
  changeOwnPassword: whileFrozen(
    post<Schemas['changeOwnPassword']>('/api/user/reset-password', 'buyer', 'read'),
  ),
  beginOwnTotp: whileFrozen(post<Schemas['beginOwnTotp']>('/api/user/totp/begin', 'buyer', 'manage')),
  confirmOwnTotp: whileFrozen(post<Schemas['confirmOwnTotp']>('/api/user/totp/confirm', 'buyer', 'manage')),
  endOwnTotp: whileFrozen(post<Schemas['endOwnTotp']>('/api/user/totp/off', 'buyer', 'read')),
  sendOwnCode: post<Schemas['sendOwnCode']>('/api/user/change-phone/code', 'buyer', 'read'),
  proveOwnPhone: post<Schemas['proveOwnPhone']>('/api/user/change-phone/prove', 'buyer', 'read'),
  changePhone: post<Schemas['changePhone']>('/api/user/change-phone', 'buyer', 'read'),
  updateUser: post<Schemas['updateUser']>('/api/user/update', 'buyer', 'read'),
  keepListView: post<Schemas['keepListView']>('/api/user/list-view', 'buyer', 'read'),
  logoutPost: post<Schemas['logoutPost'], 'all'>('/api/user/logout', 'all'),
};
