import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPaperCalendar, openPaperCalendar } from '#lib/server/services/companies/paper-calendar.ts';

export const GET = endpoint(api.paperCalendar, schemas.paperCalendar, getPaperCalendar);
export const POST = endpoint(api.openPaperCalendar, schemas.openPaperCalendar, openPaperCalendar);
