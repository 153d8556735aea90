/** Calls of the desks: a buyer and a visitor are answered 404. */
import { get, need, post, sure, whileSettingUp } from '../call.ts';
import type { staffSchemas } from './schema.ts';

type Schemas = typeof staffSchemas;

export const staffCalls = {
  deskLogin: post<Schemas['deskLogin'], 'all'>('/api/desk/login', 'all'),
  deskLogout: whileSettingUp(post<Schemas['deskLogout'], 'staff'>('/api/desk/logout', 'staff', 'own')),
  deskMe: whileSettingUp(get<Schemas['deskMe'], 'staff'>('/api/desk/me', 'staff')),
  deskPassword: whileSettingUp(post<Schemas['deskPassword'], 'staff'>('/api/desk/password', 'staff', 'own')),
  proveStaff: post<Schemas['proveStaff'], 'staff'>('/api/desk/prove', 'staff', 'own'),
  beginTotp: whileSettingUp(post<Schemas['beginTotp'], 'staff'>('/api/desk/totp/begin', 'staff', 'own')),
  confirmTotp: whileSettingUp(
    post<Schemas['confirmTotp'], 'staff'>('/api/desk/totp/confirm', 'staff', 'own'),
  ),
  deskStaff: need('staff', get<Schemas['deskStaff'], 'staff'>('/api/desk/staff', 'staff')),
  addStaff: sure(post<Schemas['addStaff'], 'staff'>('/api/desk/staff', 'staff', 'staff')),
  setStaffRole: sure(post<Schemas['setStaffRole'], 'staff'>('/api/desk/staff/{id}/role', 'staff', 'staff')),
  enableStaff: sure(post<Schemas['enableStaff'], 'staff'>('/api/desk/staff/{id}/enable', 'staff', 'staff')),
  resetStaffPassword: sure(
    post<Schemas['resetStaffPassword'], 'staff'>('/api/desk/staff/{id}/password', 'staff', 'staff'),
  ),
  resetStaffTotp: sure(
    post<Schemas['resetStaffTotp'], 'platform'>('/api/desk/staff/{id}/totp', 'platform', 'staff'),
  ),
  noteExport: post<Schemas['noteExport'], 'staff'>('/api/desk/exports', 'staff', 'own'),
  disableStaff: post<Schemas['disableStaff'], 'staff'>('/api/desk/staff/{id}/disable', 'staff', 'staff'),
};
