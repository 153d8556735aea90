import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listOwnFeedback, sendFeedback } from '#lib/server/services/feedback/feedback.ts';

export const GET = endpoint(api.feedbackList, schemas.feedbackList, listOwnFeedback);
export const POST = endpoint(api.sendFeedback, schemas.sendFeedback, sendFeedback);
