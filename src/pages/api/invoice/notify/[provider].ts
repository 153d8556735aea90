import { invoiceNoticeEndpoint } from '#lib/server/router/notice-endpoint.ts';

export const POST = invoiceNoticeEndpoint();
