import { noticesCalls } from '#lib/contract/notices.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getDutyPhone, listDeskNotices, readDeskNotices, setDutyPhone } from './notices.ts';
import { getDeskWaiting } from './waiting.ts';

export const noticesHandlers = handlers(noticesCalls, {
  deskNotices: listDeskNotices,
  readDeskNotices,
  dutyPhone: getDutyPhone,
  setDutyPhone,
  deskWaiting: getDeskWaiting,
});
