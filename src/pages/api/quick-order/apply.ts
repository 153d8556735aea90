import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { moveCartLines } from '#lib/server/services/quick-order/best.ts';

export const POST = endpoint(api.moveCartLines, schemas.moveCartLines, moveCartLines);
