import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askDeskRefund } from '#lib/server/services/refunds/desk.ts';

export const POST = endpoint(api.askRefund, schemas.askRefund, askDeskRefund);
