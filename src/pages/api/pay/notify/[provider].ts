import { noticeEndpoint } from '#lib/server/notice-endpoint.ts';

export const POST = noticeEndpoint();
