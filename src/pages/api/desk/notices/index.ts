import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDeskNotices } from '#lib/server/services/notices/desk.ts';

export const GET = endpoint(api.deskNotices, schemas.deskNotices, listDeskNotices);
