import { wechatCallback } from '#lib/server/pages/wechat.ts';

export const GET = wechatCallback;
