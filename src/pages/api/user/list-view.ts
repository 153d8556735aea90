import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { keepListView } from '#lib/server/services/accounts/own-data.ts';

export const POST = endpoint(api.keepListView, schemas.keepListView, keepListView);
