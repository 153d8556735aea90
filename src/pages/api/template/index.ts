import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listTemplates, saveTemplate } from '#lib/server/services/templates/templates.ts';

export const GET = endpoint(api.templates, schemas.templates, listTemplates);
export const POST = endpoint(api.saveTemplate, schemas.saveTemplate, saveTemplate);
