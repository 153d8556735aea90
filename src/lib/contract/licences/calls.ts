/** Registered licences of merchants, at the desks. */
import { dear, get, need, post } from '../call.ts';
import type { licencesSchemas } from './schema.ts';

type Schemas = typeof licencesSchemas;

export const licencesCalls = {
  deskLicences: need('onboarding', get<Schemas['deskLicences'], 'staff'>('/api/desk/licences', 'staff')),
  licenceCase: need(
    'onboarding',
    get<Schemas['licenceCase'], 'platform'>('/api/desk/licences/{id}', 'platform'),
  ),
  handInLicence: dear(
    'upload',
    post<Schemas['handInLicence'], 'merchant'>('/api/desk/licences', 'merchant', 'onboarding'),
  ),
  withdrawLicence: post<Schemas['withdrawLicence'], 'merchant'>(
    '/api/desk/licences/{id}/withdraw',
    'merchant',
    'onboarding',
  ),
  acceptLicence: post<Schemas['acceptLicence'], 'platform'>(
    '/api/desk/licences/{id}/accept',
    'platform',
    'onboarding',
  ),
  returnLicence: post<Schemas['returnLicence'], 'platform'>(
    '/api/desk/licences/{id}/return',
    'platform',
    'onboarding',
  ),
};
