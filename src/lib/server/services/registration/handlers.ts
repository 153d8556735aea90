import { registrationCalls } from '#lib/contract/registration/calls.ts';
import { handlers } from '../../calls/handlers.ts';
import { openAccount } from './account.ts';
import { describeCompany } from './company.ts';
import { getRegistration } from './status.ts';

export const registrationHandlers = handlers(registrationCalls, {
  registerAccount: openAccount,
  registerCompany: describeCompany,
  registerStatus: getRegistration,
});
