import type { APIRoute } from 'astro';
import { paperCalendar } from '#lib/server/web/pages/own-data.ts';

export const GET: APIRoute = paperCalendar;
