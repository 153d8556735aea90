import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { editTemplate } from '#lib/server/services/templates/templates.ts';

export const POST = endpoint(api.editTemplate, schemas.editTemplate, editTemplate);
