import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { payByLink, readLinkedTrade } from '#lib/server/services/payments/by-link.ts';

export const GET = endpoint(api.linkedTrade, schemas.linkedTrade, readLinkedTrade);
export const POST = endpoint(api.payByLink, schemas.payByLink, payByLink);
