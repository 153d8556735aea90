import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listSessions } from '#lib/server/services/accounts/sessions.ts';

export const GET = endpoint(api.sessions, emptyInput, listSessions);
