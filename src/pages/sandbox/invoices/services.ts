import { demoServices } from '#lib/server/ports/invoices/demo-gateway.ts';

export const POST = demoServices();
