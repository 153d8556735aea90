import { countersignCalls } from '#lib/contract/countersign.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askCorrection } from './balance.ts';
import { listActs, passAct, refuseAct, withdrawAct } from './countersign.ts';

export const countersignHandlers = handlers(countersignCalls, {
  deskActs: listActs,
  askCorrection,
  passAct,
  refuseAct,
  withdrawAct,
});
