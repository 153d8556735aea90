import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { noteExport } from '#lib/server/services/audit/exports.ts';

export const POST = endpoint(api.noteExport, schemas.noteExport, noteExport);
