import { demoPersonRoute } from '#lib/server/web/pages/wechat.ts';

export const GET = demoPersonRoute;
