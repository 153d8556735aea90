import { stockAlertInput } from '#lib/contract/alerts/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askForStock } from '#lib/server/services/alerts/alerts.ts';

export const POST = endpoint(api.askForStock, stockAlertInput, askForStock);
