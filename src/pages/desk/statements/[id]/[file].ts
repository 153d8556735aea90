import type { APIRoute } from 'astro';
import { answerStatementFile } from '#lib/server/web/pages/statement-file.ts';

export const GET: APIRoute = answerStatementFile;
