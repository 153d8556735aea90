/** Calls of 意见反馈. Also for people of a frozen company: they have most to ask. */
import { dear, get, need, post, whileFrozen } from '../call.ts';
import type { feedbackSchemas } from './schema.ts';

type Schemas = typeof feedbackSchemas;

export const feedbackCalls = {
  feedbackList: whileFrozen(get<Schemas['feedbackList'], 'buyer'>('/api/user/feedback', 'buyer')),
  sendFeedback: whileFrozen(post<Schemas['sendFeedback']>('/api/user/feedback', 'buyer', 'read')),
  feedbackPicture: whileFrozen(
    dear('upload', post<Schemas['feedbackPicture']>('/api/user/feedback/picture', 'buyer', 'read')),
  ),
  deskFeedback: need('requests', get<Schemas['deskFeedback'], 'platform'>('/api/desk/feedback', 'platform')),
  answerFeedback: post<Schemas['answerFeedback'], 'platform'>(
    '/api/desk/feedback/{id}/answer',
    'platform',
    'requests',
  ),
};
