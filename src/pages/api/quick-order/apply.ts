import { moveLinesInput } from '#lib/contract/quick-order/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { moveCartLines } from '#lib/server/services/quick-order/best.ts';

export const POST = endpoint(api.moveCartLines, moveLinesInput, moveCartLines);
