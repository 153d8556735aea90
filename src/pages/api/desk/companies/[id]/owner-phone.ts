import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askOwnerChange, listOwnerChanges } from '#lib/server/services/owner-changes/ask.ts';

export const GET = endpoint(api.ownerChanges, schemas.ownerChanges, listOwnerChanges);
export const POST = endpoint(api.askOwnerChange, schemas.askOwnerChange, askOwnerChange);
