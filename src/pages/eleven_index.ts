import { leaveForEleven } from '#lib/server/web/pages/eleven.ts';

export const GET = leaveForEleven;
