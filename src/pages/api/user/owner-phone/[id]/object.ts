import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { objectOwnerChange } from '#lib/server/services/owner-changes/object.ts';

export const POST = endpoint(api.objectOwnerChange, schemas.objectOwnerChange, objectOwnerChange);
