import { demoPersonRoute } from '#lib/server/pages/wechat.ts';

export const GET = demoPersonRoute;
