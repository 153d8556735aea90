import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { readTraceFile } from '#lib/server/services/shipping/trace-file.ts';

export const POST = endpoint(api.readTraceFile, schemas.readTraceFile, readTraceFile);
