import { refundsCalls } from '#lib/contract/refunds.ts';
import { handlers } from '../../calls/handlers.ts';
import { askDeskRefund, listDeskRefunds, settleTwice } from './desk.ts';
import { divertRefund, passDiversion, refuseDiversion } from './divert.ts';

export const refundsHandlers = handlers(refundsCalls, {
  deskRefunds: listDeskRefunds,
  askRefund: askDeskRefund,
  divertRefund,
  passDiversion,
  refuseDiversion,
  settleTwice,
});
