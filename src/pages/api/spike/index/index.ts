import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listFlashSessions } from '#lib/server/services/activities/flash.ts';

export const GET = endpoint(api.flashSessions, emptyInput, listFlashSessions);
