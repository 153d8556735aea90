import { sessionIdInput } from '#lib/contract/sessions/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { endSession } from '#lib/server/services/accounts/sessions.ts';

export const POST = endpoint(api.endSession, sessionIdInput, endSession);
