import { leaveForEleven } from '#lib/server/eleven.ts';

export const GET = leaveForEleven;
