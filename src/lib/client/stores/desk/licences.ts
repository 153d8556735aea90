/** Registered licences of merchants at the desks. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  HandInLicenceInput,
  LicenceCase,
  LicenceRow,
  ReturnLicenceInput,
} from '#lib/contract/licences.ts';
import { deskCall } from './session.ts';

/** Submits a licence; returns its row's new state. */
export function handInLicence(input: HandInLicenceInput): Promise<LicenceRow> {
  return deskCall(api.handInLicence, input);
}

/** The licence replaces the registered one; returns the case's new state. */
export function acceptLicence(id: number): Promise<LicenceCase> {
  return deskCall(api.acceptLicence, { id });
}

/** Sends a hand-in back with a reason. */
export function returnLicence(input: ReturnLicenceInput): Promise<LicenceCase> {
  return deskCall(api.returnLicence, input);
}
