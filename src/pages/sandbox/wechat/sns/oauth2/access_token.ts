import { demoTokenRoute } from '#lib/server/pages/wechat.ts';

export const GET = demoTokenRoute;
