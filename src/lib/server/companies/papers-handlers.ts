import { papersCalls } from '#lib/contract/papers.ts';
import { handlers } from '../core/calls/handlers.ts';
import { handInPapers } from './hand-in.ts';
import { getPapers } from './own-papers.ts';
import { dropPaperCalendar, getPaperCalendar, openPaperCalendar } from './paper-calendar.ts';
import { dropPaper, savePaper } from './save-paper.ts';
import { getScopes, getSiteLicences } from './scope.ts';

export const papersHandlers = handlers(papersCalls, {
  zizhi: getPapers,
  savePaper,
  dropPaper,
  handIn: handInPapers,
  paperCalendar: getPaperCalendar,
  openPaperCalendar,
  dropPaperCalendar,
  jyfw: getScopes,
  gszz: getSiteLicences,
});
