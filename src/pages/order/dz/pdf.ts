import type { APIRoute } from 'astro';
import { answerStatementPdf } from '#lib/server/web/pages/statement-pdf.ts';

export const GET: APIRoute = answerStatementPdf;
