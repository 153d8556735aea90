import type { APIRoute } from 'astro';
import { readPaperCalendar } from '../../companies/paper-calendar.ts';
import { currentTime } from '../../core/process/clock.ts';
import { getDb } from '../../db/client.ts';

/** Sends the calendar of a company's licences at its secret address; any other address does not exist. */
export const paperCalendar: APIRoute = async ({ url }) => {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
  const text = await readPaperCalendar(getDb(), url.searchParams.get('key') ?? '', currentTime());
  if (text === null) return new Response(null, { status: 404, headers });
  headers.set('Content-Type', 'text/calendar; charset=utf-8');
  return new Response(text, { headers });
};
