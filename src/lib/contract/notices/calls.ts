/** Notices to a merchant's people, the duty phone, and what waits at a desk. */
import { get, need, post, stream } from '../call.ts';
import type { noticesSchemas } from './schema.ts';

type Schemas = typeof noticesSchemas;

export const noticesCalls = {
  deskNotices: need('own', get<Schemas['deskNotices'], 'merchant'>('/api/desk/notices', 'merchant')),
  readDeskNotices: post<Schemas['readDeskNotices'], 'merchant'>('/api/desk/notices/read', 'merchant', 'own'),
  dutyPhone: need('duty', get<Schemas['dutyPhone'], 'merchant'>('/api/desk/notices/phone', 'merchant')),
  setDutyPhone: post<Schemas['setDutyPhone'], 'merchant'>('/api/desk/notices/phone', 'merchant', 'duty'),
  deskWaiting: get<Schemas['deskWaiting'], 'staff'>('/api/desk/waiting', 'staff'),
  deskEvents: stream(get<Schemas['deskEvents'], 'staff'>('/api/desk/events', 'staff')),
};
