import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { refuseTrade } from '#lib/server/services/approvals/decide.ts';

export const POST = endpoint(api.refuseTrade, schemas.refuseTrade, refuseTrade);
