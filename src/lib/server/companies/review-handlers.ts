import { reviewCalls } from '#lib/contract/review.ts';
import { handlers } from '../core/calls/handlers.ts';
import {
  approveReview,
  claimReview,
  getReviewFile,
  listReview,
  nextReview,
  releaseReview,
  returnReview,
} from './review.ts';

export const reviewHandlers = handlers(reviewCalls, {
  deskReview: listReview,
  reviewFile: getReviewFile,
  nextReview,
  claimReview,
  releaseReview,
  approveReview,
  returnReview,
});
