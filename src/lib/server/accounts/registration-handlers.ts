import { registrationCalls } from '#lib/contract/registration/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { openAccount } from './register-account.ts';
import { describeCompany } from './register-company.ts';
import { getRegistration } from './registration-status.ts';

export const registrationHandlers = handlers(registrationCalls, {
  registerAccount: openAccount,
  registerCompany: describeCompany,
  registerStatus: getRegistration,
});
