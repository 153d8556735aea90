import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listSessions } from '#lib/server/services/accounts/sessions.ts';

export const GET = endpoint(api.sessions, schemas.sessions, listSessions);
