import { refundsCalls } from '#lib/contract/refunds.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askDeskRefund, listDeskRefunds, settleTwice } from './refund-desk.ts';
import { divertRefund, passDiversion, refuseDiversion } from './refund-divert.ts';

export const refundsHandlers = handlers(refundsCalls, {
  deskRefunds: listDeskRefunds,
  askRefund: askDeskRefund,
  divertRefund,
  passDiversion,
  refuseDiversion,
  settleTwice,
});
