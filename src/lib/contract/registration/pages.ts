/** The page of each registration step. */
import type { RegistrationForm, RegistrationStep } from '#lib/rules/companies/registration.ts';
import { path, type RoutePath } from '../routes.ts';

const pages = {
  single: ['/register/step1', '/register/step2', '/register/step3', '/register/step3'],
  head: ['/register/dd/step1', '/register/dd/step2', '/register/dd/step3', '/register/dd/step3'],
} as const satisfies Record<RegistrationForm, readonly RoutePath[]>;

/** The page of a step; what is handed in is waited for where it was handed in. */
export function stepPage(form: RegistrationForm, step: RegistrationStep): string {
  return path(pages[form][step - 1] ?? pages[form][0]);
}
