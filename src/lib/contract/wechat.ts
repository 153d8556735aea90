/** Logging in by WeChat, binding and unbinding it (rules 2). */

import { z } from 'zod';
import { loginInput, loginOutput } from './accounts/calls.ts';
import { del, post } from './call.ts';
import { emptyInput, freeText } from './fields.ts';

export const wechatCalls = {
  /** `url` is the page with the QR code. */
  startWechat: post('/api/auth/wechat/start', {
    who: 'all',
    input: z.object({ next: freeText('返回地址', 500) }),
    output: z.object({ url: z.string() }),
  }),
  linkWechat: post('/api/auth/wechat/link', { who: 'all', input: loginInput, output: loginOutput }),
  unbindWechat: del('/api/user/unbind-wechat', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: emptyInput,
    output: z.object({ wechat: z.string().nullable() }),
  }),
};
