/** Registering: the account, the company, handing in. */

import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { AccountTexts, CompanyTexts, RegisterStatus } from '#lib/contract/registration/calls.ts';
import { call } from '../../api.ts';
import { withPuzzle } from '../shell/passwords.ts';

/**
 * Creates the account and logs in; returns the page of the next step. Rejects as `call` does: 409 for a phone that has
 * one.
 */
export async function openAccount(input: AccountTexts): Promise<string> {
  return (await withPuzzle((puzzle) => call(api.registerAccount, { ...input, puzzle }))).page;
}

/** Saves the company's data. Rejects as `call` does: 409 when another device has changed it. */
export function saveCompany(input: CompanyTexts): Promise<RegisterStatus> {
  return call(api.registerCompany, input);
}

/** The current state of the registration. */
export function loadRegistration(): Promise<RegisterStatus> {
  return call(api.registerStatus, {});
}

/** True for a refusal because another device has changed the draft, or it has been handed in. */
export function isElsewhere(error: unknown): boolean {
  return error instanceof AppError && error.code === 409;
}
