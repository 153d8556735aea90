import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { settleRefusal } from '#lib/server/services/shipping/refusal.ts';

export const POST = endpoint(api.settleRefusal, schemas.settleRefusal, settleRefusal);
