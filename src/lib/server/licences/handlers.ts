import { licencesCalls } from '#lib/contract/licences.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getLicenceCase } from './desk.ts';
import { acceptLicence, handInLicence, returnLicence } from './renew.ts';

export const licencesHandlers = handlers(licencesCalls, {
  licenceCase: getLicenceCase,
  handInLicence,
  acceptLicence,
  returnLicence,
});
