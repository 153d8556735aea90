import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { uploadFile } from '#lib/server/services/files/upload.ts';

export const POST = endpoint(api.upload, schemas.upload, uploadFile);
