import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getNextHint } from '#lib/server/services/activities/next-hint.ts';

export const POST = endpoint(api.nextHint, schemas.nextHint, getNextHint);
