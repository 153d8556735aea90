import type { APIRoute } from 'astro';
import { answerInvoiceZip } from '#lib/server/web/pages/invoice-files.ts';

export const GET: APIRoute = answerInvoiceZip;
