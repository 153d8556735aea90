/** The list of money that waits for a person, each row with the page where it is decided. */
import { moneyList } from '#lib/contract/desk/lists/money.ts';
import { path } from '#lib/contract/routes.ts';
import { actKind } from '#lib/rules/companies/act-kinds.ts';
import { moneyKindsToDecide } from '#lib/rules/companies/countersign.ts';
import { billProblems } from '#lib/rules/orders/bill.ts';
import { isRefundState, refundStates } from '#lib/rules/orders/refund-state.ts';
import { transferStates } from '#lib/rules/orders/transfer-state.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { listRows } from '../db/list-source.ts';
import { moneySource } from './money-list-rows.ts';

export const moneyListRows = listRows(moneyList, {
  source: ({ name, role }) => moneySource(moneyKindsToDecide({ name, side: 'platform', role })),
  finish: (row) => {
    const place = places[String(row.kind)];
    return place
      ? place(String(row.no), String(row.what), String(row.company ?? ''))
      : { about: '', href: '' };
  },
});

type Place = (no: string, about: string, company: string) => { about: string; href: string };

const places: Readonly<Record<string, Place>> = {
  transfer: (no, state) => ({
    about: isKeyOf(transferStates, state) ? transferStates[state].text : state,
    href: path('/desk/transfers/[no]', { no }),
  }),
  payout: (no) => ({ about: '对公转账的退款', href: path('/desk/payouts', undefined, { keyword: no }) }),
  refund: (no, state) => ({
    about: isRefundState(state) ? refundStates[state].text : state,
    href: path('/desk/refunds', undefined, { keyword: no }),
  }),
  twice: (no) => ({
    about: '两种方式都退了',
    href: path('/desk/refunds', undefined, { keyword: no, state: 'twice' }),
  }),
  act: (_, kind, company) => ({
    about: actKind(kind).text,
    href: path('/desk/countersign', undefined, { kind, company }),
  }),
  difference: (no, problem) => ({
    about: isKeyOf(billProblems, problem) ? billProblems[problem].text : problem,
    href: path('/desk/bills', undefined, { keyword: no }),
  }),
};
