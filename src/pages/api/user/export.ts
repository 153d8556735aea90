import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { beginExport, getExport } from '#lib/server/services/own-data/exports.ts';

export const GET = endpoint(api.dataExport, schemas.dataExport, getExport);
export const POST = endpoint(api.beginExport, schemas.beginExport, beginExport);
