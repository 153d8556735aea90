/** 首营资料 at the desks. */
import { dear, get, need, post } from '../call.ts';
import type { onboardingSchemas } from './schema.ts';

type Schemas = typeof onboardingSchemas;

export const onboardingCalls = {
  onboardingGoods: need(
    'onboarding',
    get<Schemas['onboardingGoods'], 'staff'>('/api/desk/onboarding', 'staff'),
  ),
  uploadOnboarding: dear(
    'upload',
    post<Schemas['uploadOnboarding'], 'merchant'>('/api/desk/onboarding', 'merchant', 'onboarding'),
  ),
  addOnboardingPage: dear(
    'upload',
    post<Schemas['addOnboardingPage'], 'merchant'>(
      '/api/desk/onboarding/{id}/page',
      'merchant',
      'onboarding',
    ),
  ),
  removeOnboarding: post<Schemas['removeOnboarding'], 'merchant'>(
    '/api/desk/onboarding/{id}/remove',
    'merchant',
    'onboarding',
  ),
};
