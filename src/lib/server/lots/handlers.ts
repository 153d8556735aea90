import { lotsCalls } from '#lib/contract/lots.ts';
import { handlers } from '../core/calls/handlers.ts';
import {
  cancelDeskPutIn,
  correctDeskLot,
  countDeskLot,
  damageDeskLot,
  lockDeskLot,
} from '../quality/lot-acts-desk.ts';
import { getDeskLot, listLotGoods, putInLot, recallDeskLot } from './desk.ts';
import { matchReports, setLotReport, setSeal } from './reports.ts';
import { settleReturned } from './returned.ts';
import { checkLotTable, keepWrongLots, putInLots } from './table.ts';

export const lotsHandlers = handlers(lotsCalls, {
  deskLotGoods: listLotGoods,
  deskLot: getDeskLot,
  putInLot,
  checkLotTable,
  putInLots,
  keepWrongLots,
  matchReports,
  setLotReport,
  setSeal,
  settleReturned,
  countLot: countDeskLot,
  damageLot: damageDeskLot,
  cancelPutIn: cancelDeskPutIn,
  correctLot: correctDeskLot,
  lockLot: lockDeskLot,
  recallLot: recallDeskLot,
});
