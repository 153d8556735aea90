import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { issueCoupon } from '#lib/server/services/companies/issue.ts';

export const POST = endpoint(api.issueCoupon, schemas.issueCoupon, issueCoupon);
