import type { APIRoute } from 'astro';
import { answerPackage } from '#lib/server/pages/package.ts';

export const GET: APIRoute = answerPackage;
