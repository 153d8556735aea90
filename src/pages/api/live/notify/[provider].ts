import { pictureNoticeEndpoint } from '#lib/server/router/notice-endpoint.ts';

export const POST = pictureNoticeEndpoint();
