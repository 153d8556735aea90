import { noticeEndpoint } from '#lib/server/router/notice-endpoint.ts';

export const POST = noticeEndpoint();
