import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { uploadOnboarding } from '#lib/server/services/onboarding/change.ts';
import { listOnboardingDesk } from '#lib/server/services/onboarding/desk.ts';

export const GET = endpoint(api.onboardingGoods, schemas.onboardingGoods, listOnboardingDesk);
export const POST = endpoint(api.uploadOnboarding, schemas.uploadOnboarding, uploadOnboarding);
