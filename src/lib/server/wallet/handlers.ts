import { walletCalls } from '#lib/contract/wallet/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getTopUp, startTopUp } from '../paying/top-up.ts';
import { getMoney, listMoneyLog, listPointsLog } from './wallet.ts';

export const walletHandlers = handlers(walletCalls, {
  startTopUp,
  topUp: getTopUp,
  money: getMoney,
  pointsLog: listPointsLog,
  moneyLog: listMoneyLog,
});
