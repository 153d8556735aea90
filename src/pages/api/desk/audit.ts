import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listAudit } from '#lib/server/services/audit/list.ts';

export const GET = endpoint(api.audit, schemas.audit, listAudit);
