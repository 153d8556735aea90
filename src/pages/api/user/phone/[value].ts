import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { findPhone } from '#lib/server/services/accounts/passwords.ts';

export const GET = endpoint(api.findPhone, schemas.findPhone, findPhone);
