import { noticeEndpoint } from '#lib/server/calls/notice-endpoint.ts';

export const POST = noticeEndpoint();
