import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listLapsingPapers } from '#lib/server/services/companies/papers.ts';

export const GET = endpoint(api.deskPapers, schemas.deskPapers, listLapsingPapers);
