/** 首营资料 at the desks. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  OnboardingPageInput,
  OnboardingSheet,
  RemoveOnboardingInput,
  UploadOnboardingInput,
} from '#lib/contract/onboarding.ts';
import { deskCall } from './session.ts';

/** Submits a document with its first file; returns its sheet's new state. */
export function uploadOnboarding(input: UploadOnboardingInput): Promise<OnboardingSheet> {
  return deskCall(api.uploadOnboarding, input);
}

/** Submits a further file of a document; returns its sheet's new state. */
export function addOnboardingPage(input: OnboardingPageInput): Promise<OnboardingSheet> {
  return deskCall(api.addOnboardingPage, input);
}

/** Removes a document that was submitted by mistake; returns its sheet's new state. */
export function removeOnboarding(input: RemoveOnboardingInput): Promise<OnboardingSheet> {
  return deskCall(api.removeOnboarding, input);
}
