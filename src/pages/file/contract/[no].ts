import type { APIRoute } from 'astro';
import { answerContract } from '#lib/server/web/pages/contract.ts';

export const GET: APIRoute = answerContract;
