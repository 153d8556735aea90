import { parcelNoticeEndpoint } from '#lib/server/calls/notice-endpoint.ts';

export const POST = parcelNoticeEndpoint();
