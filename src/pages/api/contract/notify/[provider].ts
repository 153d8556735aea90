import { signingNoticeEndpoint } from '#lib/server/router/notice-endpoint.ts';

export const POST = signingNoticeEndpoint();
