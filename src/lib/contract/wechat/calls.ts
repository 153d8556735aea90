/** Calls of WeChat. */
import { del, post, whileFrozen } from '../call.ts';
import type { wechatSchemas } from './schema.ts';

type Schemas = typeof wechatSchemas;

export const wechatCalls = {
  startWechat: post<Schemas['startWechat'], 'all'>('/api/auth/wechat/start', 'all'),
  linkWechat: post<Schemas['linkWechat'], 'all'>('/api/auth/wechat/link', 'all'),
  unbindWechat: whileFrozen(del<Schemas['unbindWechat']>('/api/user/unbind-wechat', 'buyer', 'read')),
};
