import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askForPrice } from '#lib/server/services/alerts/alerts.ts';

export const POST = endpoint(api.askForPrice, schemas.askForPrice, askForPrice);
