import { parcelNoticeEndpoint } from '#lib/server/router/notice-endpoint.ts';

export const POST = parcelNoticeEndpoint();
