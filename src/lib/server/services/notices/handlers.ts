import { noticesCalls } from '#lib/contract/notices.ts';
import { handlers } from '../../calls/handlers.ts';
import { getDeskWaiting } from '../desk/waiting.ts';
import { getDutyPhone, listDeskNotices, readDeskNotices, setDutyPhone } from './desk.ts';

export const noticesHandlers = handlers(noticesCalls, {
  deskNotices: listDeskNotices,
  readDeskNotices,
  dutyPhone: getDutyPhone,
  setDutyPhone,
  deskWaiting: getDeskWaiting,
});
