import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { endOtherSessions } from '#lib/server/services/accounts/sessions.ts';

export const POST = endpoint(api.endOtherSessions, emptyInput, endOtherSessions);
