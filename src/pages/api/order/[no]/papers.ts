import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askOrderPapers, getOrderPapers } from '#lib/server/services/receiving/papers.ts';

export const GET = endpoint(api.orderPapers, schemas.orderPapers, getOrderPapers);
export const POST = endpoint(api.askPapers, schemas.askPapers, askOrderPapers);
