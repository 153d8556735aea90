import { nextHintInput } from '#lib/contract/activities.ts';
import { api } from '#lib/contract/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getNextHint } from '#lib/server/services/activities/next-hint.ts';

export const POST = endpoint(api.nextHint, nextHintInput, getNextHint);
