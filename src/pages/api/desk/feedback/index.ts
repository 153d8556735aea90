import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDeskFeedback } from '#lib/server/services/feedback/answer.ts';

export const GET = endpoint(api.deskFeedback, schemas.deskFeedback, listDeskFeedback);
