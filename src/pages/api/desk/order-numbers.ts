import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { findOrderNumbers } from '#lib/server/services/shipping/orders.ts';

export const GET = endpoint(api.deskOrderNumbers, schemas.deskOrderNumbers, findOrderNumbers);
