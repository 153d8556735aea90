import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getDeskWaiting } from '#lib/server/services/desk/waiting.ts';

export const GET = endpoint(api.deskWaiting, schemas.deskWaiting, getDeskWaiting);
