import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { putAwayJob } from '#lib/server/services/jobs/desk.ts';

export const POST = endpoint(api.putAwayJob, schemas.putAwayJob, putAwayJob);
