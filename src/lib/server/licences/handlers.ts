import { licencesCalls } from '#lib/contract/licences.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getLicenceCase, listDeskLicences } from './desk.ts';
import { acceptLicence, handInLicence, returnLicence, withdrawLicence } from './renew.ts';

export const licencesHandlers = handlers(licencesCalls, {
  deskLicences: listDeskLicences,
  licenceCase: getLicenceCase,
  handInLicence,
  withdrawLicence,
  acceptLicence,
  returnLicence,
});
