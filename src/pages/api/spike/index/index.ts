import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listFlashSessions } from '#lib/server/services/activities/flash.ts';

export const GET = endpoint(api.flashSessions, schemas.flashSessions, listFlashSessions);
