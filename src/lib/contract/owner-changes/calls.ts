/** Another telephone for an owner who lost theirs. A second person passes it at 待复核. */
import { dear, get, need, post, whileFrozen } from '../call.ts';
import type { ownerChangesSchemas } from './schema.ts';

type Schemas = typeof ownerChangesSchemas;

export const ownerChangesCalls = {
  ownerChanges: need(
    'owners',
    get<Schemas['ownerChanges'], 'platform'>('/api/desk/companies/{id}/owner-phone', 'platform'),
  ),
  askOwnerChange: post<Schemas['askOwnerChange'], 'platform'>(
    '/api/desk/companies/{id}/owner-phone',
    'platform',
    'owners',
  ),
  uploadOwnerPaper: dear(
    'upload',
    post<Schemas['uploadOwnerPaper'], 'platform'>(
      '/api/desk/companies/{id}/owner-paper',
      'platform',
      'owners',
    ),
  ),
  objectOwnerChange: whileFrozen(
    post<Schemas['objectOwnerChange']>('/api/user/owner-phone/{id}/object', 'buyer', 'read'),
  ),
};
