import { leaveForEleven } from '#lib/server/pages/eleven.ts';

export const GET = leaveForEleven;
