import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listSessions } from '#lib/server/services/logins/sessions.ts';

export const GET = endpoint(api.sessions, emptyInput, listSessions);
