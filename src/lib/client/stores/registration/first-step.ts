/**
 * The input of the first registration step, stored in this browser: before there is an account there is no other place.
 * Never a code or a password.
 */
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { type RegistrationForm, registrationForms } from '#lib/rules/companies/registration.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

export interface FirstStep {
  name: string;
  phone: string;
  form: RegistrationForm;
}

const key = 'register-step1';
/** Later, or for another person at this computer, the form is empty. */
const savedMs = 24 * 3_600_000;

/** The stored input; null for none, or when it is too old. */
export function findFirstStep(now: number): FirstStep | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const [name, phone, at] = [fieldOf(saved, 'name') ?? '', fieldOf(saved, 'phone'), fieldOf(saved, 'at')];
    const form = registrationForms.find((one) => one === fieldOf(saved, 'form'));
    if (typeof name !== 'string' || typeof phone !== 'string' || typeof at !== 'number' || form === undefined)
      return null;
    if (now < at || now - at >= savedMs) return null;
    return { name: name.slice(0, maxPersonName), phone: phone.slice(0, 20), form };
  } catch {
    // Storage may be unavailable or contain another version's data.
    return null;
  }
}

export function saveFirstStep(step: FirstStep, now: number): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...step, at: now }));
  } catch {
    // Without storage it is typed again.
  }
}

export function forgetFirstStep(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there was none.
  }
}
