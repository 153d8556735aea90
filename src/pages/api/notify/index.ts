import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listAlerts } from '#lib/server/services/alerts/alerts.ts';

export const GET = endpoint(api.alerts, schemas.alerts, listAlerts);
