import { onboardingCalls } from '#lib/contract/onboarding.ts';
import { handlers } from '../core/calls/handlers.ts';
import { addOnboardingPage, removeOnboarding, uploadOnboarding } from './change.ts';

export const onboardingHandlers = handlers(onboardingCalls, {
  uploadOnboarding,
  addOnboardingPage,
  removeOnboarding,
});
