import { nextHintInput } from '#lib/contract/activities/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getNextHint } from '#lib/server/services/activities/next-hint.ts';

export const POST = endpoint(api.nextHint, nextHintInput, getNextHint);
