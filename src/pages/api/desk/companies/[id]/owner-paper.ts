import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { uploadOwnerPaper } from '#lib/server/services/owner-changes/ask.ts';

export const POST = endpoint(api.uploadOwnerPaper, schemas.uploadOwnerPaper, uploadOwnerPaper);
