import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { endSession } from '#lib/server/services/accounts/sessions.ts';

export const POST = endpoint(api.endSession, schemas.endSession, endSession);
