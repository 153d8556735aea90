import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { releaseReview } from '#lib/server/services/companies/review.ts';

export const POST = endpoint(api.releaseReview, schemas.releaseReview, releaseReview);
