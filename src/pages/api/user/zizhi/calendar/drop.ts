import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { dropPaperCalendar } from '#lib/server/services/companies/paper-calendar.ts';

export const POST = endpoint(api.dropPaperCalendar, schemas.dropPaperCalendar, dropPaperCalendar);
