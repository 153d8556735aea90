import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { describeCompany } from '#lib/server/services/registration/company.ts';

export const POST = endpoint(api.registerCompany, schemas.registerCompany, describeCompany);
