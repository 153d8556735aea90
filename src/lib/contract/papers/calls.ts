/** The documents of a buyer's company. */
import { get, post, whileFrozen } from '../call.ts';
import type { papersSchemas } from './schema.ts';

type Schemas = typeof papersSchemas;

export const papersCalls = {
  zizhi: whileFrozen(get<Schemas['zizhi'], 'buyer'>('/api/user/zizhi', 'buyer')),
  savePaper: post<Schemas['savePaper']>('/api/user/zizhi', 'buyer', 'manage'),
  dropPaper: post<Schemas['dropPaper']>('/api/user/zizhi/{kind}/drop', 'buyer', 'manage'),
  handIn: post<Schemas['handIn']>('/api/user/zizhi/hand-in', 'buyer', 'manage'),
  paperCalendar: get<Schemas['paperCalendar'], 'buyer'>('/api/user/zizhi/calendar', 'buyer'),
  openPaperCalendar: post<Schemas['openPaperCalendar']>('/api/user/zizhi/calendar', 'buyer', 'read'),
  dropPaperCalendar: post<Schemas['dropPaperCalendar']>('/api/user/zizhi/calendar/drop', 'buyer', 'read'),
  jyfw: get<Schemas['jyfw'], 'buyer'>('/api/user/jyfw', 'buyer'),
  gszz: get<Schemas['gszz']>('/api/user/gszz', 'all'),
};
