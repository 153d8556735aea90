import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { changeTrade } from '#lib/server/services/approvals/change.ts';

export const POST = endpoint(api.changeTrade, schemas.changeTrade, changeTrade);
