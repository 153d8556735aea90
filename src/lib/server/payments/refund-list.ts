/** The list of refunds at the platform's desk, with what the reader may do to each. */
import { refunds } from '#lib/contract/desk/lists/refunds.ts';
import { placeText } from '#lib/rules/orders/money-back.ts';
import { isRefundState } from '#lib/rules/orders/refund-state.ts';
import { rerouteDeciderProblem, rerouteProblem, rerouteWays } from '#lib/rules/orders/reroute.ts';
import { failureText } from '#lib/rules/site/job-words.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { listRows } from '../db/list-source.ts';
import { listProviders } from '../ports/payments/providers.ts';
import { refundSource } from './refund-list-rows.ts';
import { partOf, wayOf } from './refund-place.ts';

export const refundListRows = listRows(refunds, {
  source: refundSource,
  finish: (row, { name }) => {
    const provider = String(row.provider);
    const status = String(row.status);
    const state = isRefundState(status) ? status : 'unknown';
    const way = String(row.reroute_way);
    const diverted = isKeyOf(rerouteWays, way) ? way : null;
    const serial = typeof row.sent === 'string' ? row.sent : null;
    const part = partOf({
      refund: { provider, amount: Number(row.amount), status: state },
      diverted,
      serial,
    });
    const mayDecide =
      row.reroute_state === 'waiting' && rerouteDeciderProblem(String(row.asked_by), name) === null;
    return {
      place: placeText(part),
      answer: typeof row.error === 'string' ? failureText(row.error) : '',
      may_ask: wayOf(provider) === 'remote' && state !== 'done',
      may_divert: rerouteProblem(state, wayOf(provider)) === null,
      may_send: mayDecide && diverted === 'bank',
      may_turn: mayDecide && diverted === 'balance',
      may_refuse: mayDecide,
    };
  },
  offers: () => ({
    way: listProviders()
      .filter(({ kind }) => kind !== 'bank')
      .map(({ key }) => key),
  }),
});
