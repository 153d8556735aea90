import { wechatCalls } from '#lib/contract/wechat.ts';
import { handlers } from '../../calls/handlers.ts';
import { linkWechat, unbindWechat } from './bind.ts';
import { startWechat } from './scan.ts';

export const wechatHandlers = handlers(wechatCalls, {
  startWechat,
  linkWechat,
  unbindWechat,
});
