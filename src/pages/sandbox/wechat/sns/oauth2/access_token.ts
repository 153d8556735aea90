import { demoTokenRoute } from '#lib/server/web/pages/wechat.ts';

export const GET = demoTokenRoute;
