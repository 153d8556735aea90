import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { deleteTemplate } from '#lib/server/services/templates/templates.ts';

export const POST = endpoint(api.deleteTemplate, schemas.deleteTemplate, deleteTemplate);
