import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listSessions } from '#lib/server/services/logins/sessions.ts';

export const GET = endpoint(api.sessions, emptyInput, listSessions);
