import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { donePayout } from '#lib/server/services/transfers/payouts.ts';

export const POST = endpoint(api.donePayout, schemas.donePayout, donePayout);
