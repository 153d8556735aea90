import { noticesCalls } from '#lib/contract/notices.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getDutyPhone, readDeskNotices, setDutyPhone } from './notices.ts';
import { getDeskWaiting } from './waiting.ts';

export const noticesHandlers = handlers(noticesCalls, {
  readDeskNotices,
  dutyPhone: getDutyPhone,
  setDutyPhone,
  deskWaiting: getDeskWaiting,
});
