import { wantedCalls } from '#lib/contract/wanted.ts';
import { handlers } from '../core/calls/handlers.ts';
import { answerDeskWanted, listDeskWanted } from './answer.ts';
import { askFor, getWanted, listOwnWanted, withdrawWanted } from './wanted.ts';

export const wantedHandlers = handlers(wantedCalls, {
  wantedList: listOwnWanted,
  askFor,
  wanted: getWanted,
  deskWanted: listDeskWanted,
  answerWanted: answerDeskWanted,
  withdrawWanted,
});
