/** 首营资料 at the desks. Each rejects as `deskCall` does. */
import type {
  OnboardingGoodsList,
  OnboardingGoodsValues,
  OnboardingPageInput,
  OnboardingSheet,
  RemoveOnboardingInput,
  UploadOnboardingInput,
} from '#lib/contract/onboarding/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { deskCall } from './session.ts';

/** A page of goods with how their papers stand now. */
export function loadOnboardingGoods(input: OnboardingGoodsValues): Promise<OnboardingGoodsList> {
  return deskCall(api.onboardingGoods, input);
}

/** Hands in a paper with its first file; answers its sheet as it is then. */
export function uploadOnboarding(input: UploadOnboardingInput): Promise<OnboardingSheet> {
  return deskCall(api.uploadOnboarding, input);
}

/** Hands in a further file of a paper; answers its sheet as it is then. */
export function addOnboardingPage(input: OnboardingPageInput): Promise<OnboardingSheet> {
  return deskCall(api.addOnboardingPage, input);
}

/** Takes a paper away that was handed in by mistake; answers its sheet as it is then. */
export function removeOnboarding(input: RemoveOnboardingInput): Promise<OnboardingSheet> {
  return deskCall(api.removeOnboarding, input);
}
