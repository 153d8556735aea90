/** Calls of the desks: a buyer and a visitor are answered 404. */
import { get, need, post, withInitialPassword } from '../call.ts';
import type { staffSchemas } from './schema.ts';

type Schemas = typeof staffSchemas;

export const staffCalls = {
  deskLogin: post<Schemas['deskLogin'], 'all'>('/api/desk/login', 'all'),
  deskLogout: withInitialPassword(post<Schemas['deskLogout'], 'staff'>('/api/desk/logout', 'staff', 'own')),
  deskMe: withInitialPassword(get<Schemas['deskMe'], 'staff'>('/api/desk/me', 'staff')),
  deskPassword: withInitialPassword(
    post<Schemas['deskPassword'], 'staff'>('/api/desk/password', 'staff', 'own'),
  ),
  deskStaff: need('staff', get<Schemas['deskStaff'], 'staff'>('/api/desk/staff', 'staff')),
  disableStaff: post<Schemas['disableStaff'], 'staff'>('/api/desk/staff/{id}/disable', 'staff', 'staff'),
};
