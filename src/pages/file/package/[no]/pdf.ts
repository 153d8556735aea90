import type { APIRoute } from 'astro';
import { answerPackagePdf } from '#lib/server/pages/package.ts';

export const GET: APIRoute = answerPackagePdf;
