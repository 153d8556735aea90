import { onboardingCalls } from '#lib/contract/onboarding.ts';
import { handlers } from '../core/calls/handlers.ts';
import { addOnboardingPage, removeOnboarding, uploadOnboarding } from './change.ts';
import { listOnboardingDesk } from './desk.ts';

export const onboardingHandlers = handlers(onboardingCalls, {
  onboardingGoods: listOnboardingDesk,
  uploadOnboarding,
  addOnboardingPage,
  removeOnboarding,
});
