import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { cancelAlert } from '#lib/server/services/alerts/alerts.ts';

export const POST = endpoint(api.cancelAlert, schemas.cancelAlert, cancelAlert);
