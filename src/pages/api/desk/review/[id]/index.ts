import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getReviewFile } from '#lib/server/services/companies/review.ts';

export const GET = endpoint(api.reviewFile, schemas.reviewFile, getReviewFile);
