import { api } from '#lib/contract/api.ts';
import { moveLinesInput } from '#lib/contract/quick-order.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { moveCartLines } from '#lib/server/services/quick-order/best.ts';

export const POST = endpoint(api.moveCartLines, moveLinesInput, moveCartLines);
