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
  logoutPost: post<Schemas['logoutPost'], 'all'>('/api/user/logout', 'all'),
};
