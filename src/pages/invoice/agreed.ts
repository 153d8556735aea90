import { invoiceAgreed } from '#lib/server/web/pages/invoice-agreed.ts';

export const GET = invoiceAgreed;
