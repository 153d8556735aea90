import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { makePayLink, revokePayLink } from '#lib/server/services/payments/links.ts';

export const POST = endpoint(api.makePayLink, schemas.makePayLink, makePayLink);
export const DELETE = endpoint(api.revokePayLink, schemas.revokePayLink, revokePayLink);
