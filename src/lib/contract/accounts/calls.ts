/** Calls of accounts. */
import { del, get, post, whileFrozen } from '../call.ts';
import type { accountsSchemas } from './schema.ts';

type Schemas = typeof accountsSchemas;

export const accountsCalls = {
  login: post<Schemas['login'], 'all'>('/api/auth/login', 'all'),
  userInfo: whileFrozen(get<Schemas['userInfo'], 'buyer'>('/api/user/info', 'buyer')),
  logout: del<Schemas['logout'], 'all'>('/api/user/logout', 'all'),
  logoutPost: post<Schemas['logoutPost'], 'all'>('/api/user/logout', 'all'),
};
