import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getApproval } from '#lib/server/services/approvals/read.ts';

export const GET = endpoint(api.approval, schemas.approval, getApproval);
