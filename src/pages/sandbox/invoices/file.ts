import { demoFiles } from '#lib/server/ports/invoices/demo-gateway.ts';

export const GET = demoFiles();
