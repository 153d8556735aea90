import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { addOnboardingPage } from '#lib/server/services/onboarding/change.ts';

export const POST = endpoint(api.addOnboardingPage, schemas.addOnboardingPage, addOnboardingPage);
