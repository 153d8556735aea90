import type { APIRoute } from 'astro';
import { paperCalendar } from '#lib/server/web/pages/paper-calendar.ts';

export const GET: APIRoute = paperCalendar;
