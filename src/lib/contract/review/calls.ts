/** Review of what companies hand in, at the platform's desk. */
import { get, need, post } from '../call.ts';
import type { reviewSchemas } from './schema.ts';

type Schemas = typeof reviewSchemas;

export const reviewCalls = {
  deskReview: need('companies', get<Schemas['deskReview'], 'platform'>('/api/desk/review', 'platform')),
  reviewFile: need('companies', get<Schemas['reviewFile'], 'platform'>('/api/desk/review/{id}', 'platform')),
  nextReview: post<Schemas['nextReview'], 'platform'>('/api/desk/review/next', 'platform', 'companies'),
  claimReview: post<Schemas['claimReview'], 'platform'>(
    '/api/desk/review/{id}/claim',
    'platform',
    'companies',
  ),
  releaseReview: post<Schemas['releaseReview'], 'platform'>(
    '/api/desk/review/{id}/release',
    'platform',
    'companies',
  ),
  approveReview: post<Schemas['approveReview'], 'platform'>(
    '/api/desk/review/{id}/approve',
    'platform',
    'companies',
  ),
  returnReview: post<Schemas['returnReview'], 'platform'>(
    '/api/desk/review/{id}/return',
    'platform',
    'companies',
  ),
};
