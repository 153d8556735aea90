import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { dropChange } from '#lib/server/services/companies/change.ts';

export const POST = endpoint(api.dropChange, schemas.dropChange, dropChange);
