import { wechatCalls } from '#lib/contract/wechat.ts';
import { handlers } from '../core/calls/handlers.ts';
import { linkWechat, unbindWechat } from './wechat-bind.ts';
import { startWechat } from './wechat-scan.ts';

export const wechatHandlers = handlers(wechatCalls, {
  startWechat,
  linkWechat,
  unbindWechat,
});
