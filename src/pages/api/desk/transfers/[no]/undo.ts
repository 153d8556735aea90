import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { undoReceipt } from '#lib/server/services/transfers/undo.ts';

export const POST = endpoint(api.undoReceipt, schemas.undoReceipt, undoReceipt);
