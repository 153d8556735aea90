import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { answerFeedback } from '#lib/server/services/feedback/answer.ts';

export const POST = endpoint(api.answerFeedback, schemas.answerFeedback, answerFeedback);
