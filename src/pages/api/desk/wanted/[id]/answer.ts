import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { answerDeskWanted } from '#lib/server/services/wanted/answer.ts';

export const POST = endpoint(api.answerWanted, schemas.answerWanted, answerDeskWanted);
