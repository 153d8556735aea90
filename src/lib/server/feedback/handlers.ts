import { feedbackCalls } from '#lib/contract/feedback/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { uploadFile } from '../files/upload.ts';
import { listOwnFeedback, sendFeedback } from './feedback.ts';

export const feedbackHandlers = handlers(feedbackCalls, {
  feedbackList: listOwnFeedback,
  sendFeedback,
  feedbackPicture: uploadFile,
});
