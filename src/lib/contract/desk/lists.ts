/** Every declared list of the desks, with the names of its calls. */
import { z } from 'zod';
import { stream } from '../call.ts';
import { text } from '../fields.ts';
import { listCalls } from './calls.ts';
import type { ListShape } from './list.ts';
import { accountBook } from './lists/account-book.ts';
import { audit } from './lists/audit.ts';
import { bills } from './lists/bills.ts';
import { cases } from './lists/cases.ts';
import { changeList } from './lists/changes.ts';
import { companies } from './lists/companies.ts';
import { countersign } from './lists/countersign.ts';
import { feedback } from './lists/feedback.ts';
import { goodsList } from './lists/goods.ts';
import { grants } from './lists/grants.ts';
import { jobs } from './lists/jobs.ts';
import { lettersList } from './lists/letters.ts';
import { licencesList } from './lists/licences.ts';
import { lotsList } from './lists/lots.ts';
import { merchants } from './lists/merchants.ts';
import { moneyList } from './lists/money.ts';
import { notices } from './lists/notices.ts';
import { onboardingList } from './lists/onboarding.ts';
import { orders } from './lists/orders.ts';
import { ownGrants } from './lists/own-grants.ts';
import { ownPrices } from './lists/own-prices.ts';
import { packs } from './lists/packs.ts';
import { papers } from './lists/papers.ts';
import { payments } from './lists/payments.ts';
import { payouts } from './lists/payouts.ts';
import { proposals } from './lists/proposals.ts';
import { refunds } from './lists/refunds.ts';
import { reviews } from './lists/reviews.ts';
import { staffList } from './lists/staff.ts';
import { statements } from './lists/statements.ts';
import { stops } from './lists/stops.ts';
import { transfers } from './lists/transfers.ts';
import { wanted } from './lists/wanted.ts';

/** All declarations. */
export const listShapes: readonly ListShape[] = [
  accountBook,
  audit,
  bills,
  companies,
  cases,
  countersign,
  changeList,
  goodsList,
  feedback,
  grants,
  jobs,
  lettersList,
  licencesList,
  lotsList,
  merchants,
  notices,
  moneyList,
  orders,
  onboardingList,
  ownGrants,
  packs,
  papers,
  payments,
  payouts,
  staffList,
  ownPrices,
  proposals,
  refunds,
  reviews,
  statements,
  stops,
  transfers,
  wanted,
];

export const deskListCalls = {
  ...listCalls('accountBook', accountBook),
  ...listCalls('deskActs', countersign),
  ...listCalls('audit', audit),
  ...listCalls('deskBills', bills),
  ...listCalls('deskCases', cases),
  ...listCalls('deskCompanies', companies),
  ...listCalls('deskFeedback', feedback),
  ...listCalls('deskGrants', grants),
  ...listCalls('deskJobs', jobs),
  ...listCalls('deskLetters', lettersList),
  ...listCalls('deskLicences', licencesList),
  ...listCalls('deskLots', lotsList),
  ...listCalls('deskMerchants', merchants),
  ...listCalls('deskChanges', changeList),
  ...listCalls('deskGoods', goodsList),
  ...listCalls('deskNotices', notices),
  ...listCalls('deskMoney', moneyList),
  ...listCalls('deskOrders', orders),
  ...listCalls('deskOnboarding', onboardingList),
  ...listCalls('deskOwnGrants', ownGrants),
  ...listCalls('deskPacks', packs),
  ...listCalls('deskPapers', papers),
  ...listCalls('deskPayments', payments),
  ...listCalls('deskPayouts', payouts),
  ...listCalls('deskStaff', staffList),
  ...listCalls('deskPrices', ownPrices),
  ...listCalls('deskProposals', proposals),
  ...listCalls('deskRefunds', refunds),
  ...listCalls('deskReview', reviews),
  ...listCalls('deskStatements', statements),
  ...listCalls('deskStops', stops),
  ...listCalls('deskTransfers', transfers),
  ...listCalls('deskWanted', wanted),
  /** The file of a list: of the same search as its call, which says who may have it. */
  deskExport: stream('/api/desk/{list}/export', {
    who: 'staff',
    may: 'own',
    input: z.object({ list: text('列表', { min: 1, max: 50 }) }),
    output: z.never(),
  }),
};
