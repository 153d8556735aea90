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
import { chatHeld } from './lists/chat-held.ts';
import { chatRecords } from './lists/chat-records.ts';
import { chatWords } from './lists/chat-words.ts';
import { companies } from './lists/companies.ts';
import { contractList } from './lists/contracts.ts';
import { countersign } from './lists/countersign.ts';
import { draws } from './lists/draws.ts';
import { feedback } from './lists/feedback.ts';
import { flows } from './lists/flows.ts';
import { goodsList } from './lists/goods.ts';
import { grants } from './lists/grants.ts';
import { invoiceSellersList } from './lists/invoice-sellers.ts';
import { invoicesList } from './lists/invoices.ts';
import { jobs } from './lists/jobs.ts';
import { lettersList } from './lists/letters.ts';
import { licencesList } from './lists/licences.ts';
import { liveList } from './lists/live.ts';
import { liveFigures } from './lists/live-figures.ts';
import { liveQuestions } from './lists/live-questions.ts';
import { lotImports } from './lists/lot-imports.ts';
import { lotRows } from './lists/lot-rows.ts';
import { lotsList } from './lists/lots.ts';
import { merchants } from './lists/merchants.ts';
import { moneyList } from './lists/money.ts';
import { notices } from './lists/notices.ts';
import { onboardingList } from './lists/onboarding.ts';
import { orders } from './lists/orders.ts';
import { ownGrants } from './lists/own-grants.ts';
import { ownPrices } from './lists/own-prices.ts';
import { ownTasks } from './lists/own-tasks.ts';
import { packs } from './lists/packs.ts';
import { papers } from './lists/papers.ts';
import { payments } from './lists/payments.ts';
import { payouts } from './lists/payouts.ts';
import { pointTasks } from './lists/point-tasks.ts';
import { pointsGoodsList } from './lists/points-goods.ts';
import { pointsOrdersList } from './lists/points-orders.ts';
import { proposals } from './lists/proposals.ts';
import { redFormsList } from './lists/red-forms.ts';
import { refunds } from './lists/refunds.ts';
import { reviews } from './lists/reviews.ts';
import { staffList } from './lists/staff.ts';
import { statements } from './lists/statements.ts';
import { stops } from './lists/stops.ts';
import { taxList } from './lists/tax.ts';
import { transfers } from './lists/transfers.ts';
import { wanted } from './lists/wanted.ts';
import { wheels } from './lists/wheels.ts';

/** All declarations. */
export const listShapes: readonly ListShape[] = [
  accountBook,
  audit,
  bills,
  companies,
  cases,
  contractList,
  countersign,
  draws,
  changeList,
  goodsList,
  taxList,
  feedback,
  flows,
  grants,
  invoiceSellersList,
  invoicesList,
  redFormsList,
  jobs,
  chatHeld,
  chatRecords,
  chatWords,
  lettersList,
  licencesList,
  liveList,
  liveFigures,
  liveQuestions,
  lotImports,
  lotRows,
  lotsList,
  merchants,
  notices,
  moneyList,
  orders,
  onboardingList,
  ownGrants,
  ownTasks,
  packs,
  papers,
  payments,
  payouts,
  pointsGoodsList,
  pointsOrdersList,
  staffList,
  ownPrices,
  proposals,
  refunds,
  reviews,
  statements,
  pointTasks,
  stops,
  transfers,
  wanted,
  wheels,
];

export const deskListCalls = {
  ...listCalls('accountBook', accountBook),
  ...listCalls('deskActs', countersign),
  ...listCalls('audit', audit),
  ...listCalls('deskBills', bills),
  ...listCalls('deskCases', cases),
  ...listCalls('deskCompanies', companies),
  ...listCalls('deskContracts', contractList),
  ...listCalls('deskFeedback', feedback),
  ...listCalls('deskFlows', flows),
  ...listCalls('deskGrants', grants),
  ...listCalls('deskInvoiceSellers', invoiceSellersList),
  ...listCalls('deskInvoices', invoicesList),
  ...listCalls('deskRedForms', redFormsList),
  ...listCalls('deskJobs', jobs),
  ...listCalls('deskChatHeld', chatHeld),
  ...listCalls('deskChatRecords', chatRecords),
  ...listCalls('deskChatWords', chatWords),
  ...listCalls('deskLetters', lettersList),
  ...listCalls('deskLicences', licencesList),
  ...listCalls('deskLive', liveList),
  ...listCalls('deskLiveFigures', liveFigures),
  ...listCalls('deskLiveQuestions', liveQuestions),
  ...listCalls('deskLots', lotsList),
  ...listCalls('deskLotImports', lotImports),
  ...listCalls('deskLotRows', lotRows),
  ...listCalls('deskMerchants', merchants),
  ...listCalls('deskChanges', changeList),
  ...listCalls('deskGoods', goodsList),
  ...listCalls('deskTax', taxList),
  ...listCalls('deskNotices', notices),
  ...listCalls('deskMoney', moneyList),
  ...listCalls('deskOrders', orders),
  ...listCalls('deskOnboarding', onboardingList),
  ...listCalls('deskOwnGrants', ownGrants),
  ...listCalls('deskOwnTasks', ownTasks),
  ...listCalls('deskPacks', packs),
  ...listCalls('deskPapers', papers),
  ...listCalls('deskPayments', payments),
  ...listCalls('deskPayouts', payouts),
  ...listCalls('deskPointsGoods', pointsGoodsList),
  ...listCalls('deskPointsOrders', pointsOrdersList),
  ...listCalls('deskStaff', staffList),
  ...listCalls('deskPrices', ownPrices),
  ...listCalls('deskProposals', proposals),
  ...listCalls('deskRefunds', refunds),
  ...listCalls('deskReview', reviews),
  ...listCalls('deskStatements', statements),
  ...listCalls('deskPointTasks', pointTasks),
  ...listCalls('deskStops', stops),
  ...listCalls('deskTransfers', transfers),
  ...listCalls('deskWanted', wanted),
  ...listCalls('deskWheels', wheels),
  ...listCalls('deskDraws', draws),
  /** The file of a list: of the same search as its call, which says who may have it. */
  deskExport: stream('/api/desk/{list}/export', {
    who: 'staff',
    may: 'own',
    input: z.object({ list: text('列表', { min: 1, max: 50 }) }),
    output: z.never(),
  }),
};
