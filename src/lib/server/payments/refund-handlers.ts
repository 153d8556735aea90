import { refundsCalls } from '#lib/contract/refunds.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askDeskRefund, listDeskRefunds, settleTwice } from './refund-desk.ts';
import { passReroute, refuseReroute, rerouteRefund } from './refund-reroute.ts';

export const refundsHandlers = handlers(refundsCalls, {
  deskRefunds: listDeskRefunds,
  askRefund: askDeskRefund,
  rerouteRefund,
  passReroute,
  refuseReroute,
  settleTwice,
});
