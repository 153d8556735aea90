import { wechatCallback } from '#lib/server/web/pages/wechat.ts';

export const GET = wechatCallback;
