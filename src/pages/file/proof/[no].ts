import type { APIRoute } from 'astro';
import { answerProof } from '#lib/server/web/pages/proof.ts';

export const GET: APIRoute = answerProof;
