/** Every call of the table but streams and notices. Most are answered before Astro, by server/web/direct-calls.ts. */
import type { APIRoute } from 'astro';
import { answerCall } from '#lib/server/router/answer-call.ts';

export const ALL: APIRoute = answerCall;
