import type { APIRoute } from 'astro';
import { answerInvoiceFile } from '#lib/server/web/pages/invoice-files.ts';

export const GET: APIRoute = answerInvoiceFile;
