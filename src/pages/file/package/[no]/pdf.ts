import type { APIRoute } from 'astro';
import { answerPackagePdf } from '#lib/server/web/pages/package.ts';

export const GET: APIRoute = answerPackagePdf;
