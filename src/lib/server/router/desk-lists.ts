/** The register of the declared lists of the desks: one line a list. Their calls are in contract/desk/lists.ts. */
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { bills } from '#lib/contract/desk/lists/bills.ts';
import { cases } from '#lib/contract/desk/lists/cases.ts';
import { changeList } from '#lib/contract/desk/lists/changes.ts';
import { companies } from '#lib/contract/desk/lists/companies.ts';
import { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { feedback } from '#lib/contract/desk/lists/feedback.ts';
import { goodsList } from '#lib/contract/desk/lists/goods.ts';
import { grants } from '#lib/contract/desk/lists/grants.ts';
import { jobs } from '#lib/contract/desk/lists/jobs.ts';
import { lettersList } from '#lib/contract/desk/lists/letters.ts';
import { licencesList } from '#lib/contract/desk/lists/licences.ts';
import { lotsList } from '#lib/contract/desk/lists/lots.ts';
import { merchants } from '#lib/contract/desk/lists/merchants.ts';
import { moneyList } from '#lib/contract/desk/lists/money.ts';
import { notices } from '#lib/contract/desk/lists/notices.ts';
import { onboardingList } from '#lib/contract/desk/lists/onboarding.ts';
import { orders } from '#lib/contract/desk/lists/orders.ts';
import { ownGrants } from '#lib/contract/desk/lists/own-grants.ts';
import { ownPrices } from '#lib/contract/desk/lists/own-prices.ts';
import { packs } from '#lib/contract/desk/lists/packs.ts';
import { papers } from '#lib/contract/desk/lists/papers.ts';
import { payments } from '#lib/contract/desk/lists/payments.ts';
import { payouts } from '#lib/contract/desk/lists/payouts.ts';
import { proposals } from '#lib/contract/desk/lists/proposals.ts';
import { refunds } from '#lib/contract/desk/lists/refunds.ts';
import { reviews } from '#lib/contract/desk/lists/reviews.ts';
import { staffList } from '#lib/contract/desk/lists/staff.ts';
import { statements } from '#lib/contract/desk/lists/statements.ts';
import { stops } from '#lib/contract/desk/lists/stops.ts';
import { transfers } from '#lib/contract/desk/lists/transfers.ts';
import { wanted } from '#lib/contract/desk/lists/wanted.ts';
import type { AnswerCall } from '../core/calls/endpoint.ts';
import type { Handlers } from '../core/calls/handlers.ts';
import { type ServedList, serve } from '../desk/list/serve.ts';

export const servedLists: readonly ServedList[] = [
  serve('accountBook', accountBook, async () => ({
    rows: (await import('../ledgers/account-book-rows.ts')).accountBookRows,
  })),
  serve('deskActs', countersign, async () => {
    const { passAct, refuseAct, withdrawAct } = await import('../countersign/countersign.ts');
    return {
      rows: (await import('../acts/list.ts')).actListRows,
      acts: { pass: passAct, refuse: refuseAct, withdraw: withdrawAct },
    };
  }),
  serve('audit', audit, async () => ({ rows: (await import('../ledgers/audit-list-rows.ts')).auditRows })),
  serve('deskBills', bills, async () => ({
    rows: (await import('../bills/list-rows.ts')).billListRows,
    acts: { settle: (await import('../bills/differences.ts')).settle },
  })),
  serve('deskCases', cases, async () => ({
    rows: (await import('../after-sale/case-list-rows.ts')).caseListRows,
  })),
  serve('deskCompanies', companies, async () => ({
    rows: (await import('../companies/company-list-rows.ts')).companyListRows,
  })),
  serve('deskFeedback', feedback, async () => ({
    rows: (await import('../feedback/list-rows.ts')).feedbackListRows,
    acts: { answer: (await import('../feedback/answer.ts')).answerFeedback },
  })),
  serve('deskGrants', grants, async () => {
    const { approveGrantRow, refuseGrantRow, withdrawGrantRow } = await import('../companies/grants.ts');
    return {
      rows: (await import('../companies/grant-list-rows.ts')).grantListRows,
      acts: { approve: approveGrantRow, refuse: refuseGrantRow, withdraw: withdrawGrantRow },
    };
  }),
  serve('deskJobs', jobs, async () => {
    const { retryJob, putAwayJob } = await import('../desk/jobs-list.ts');
    return {
      rows: (await import('../desk/job-list-rows.ts')).jobListRows,
      acts: { retry: retryJob, shelve: putAwayJob },
    };
  }),
  serve('deskLetters', lettersList, async () => ({
    rows: (await import('../letters/list-rows.ts')).letterListRows,
    acts: { stop: (await import('../letters/send.ts')).stopLetter },
  })),
  serve('deskLicences', licencesList, async () => ({
    rows: (await import('../licences/list-rows.ts')).licenceListRows,
    acts: { withdraw: (await import('../licences/renew.ts')).withdrawLicence },
  })),
  serve('deskLots', lotsList, async () => {
    const { resellReturned, scrapReturned } = await import('../lots/returned.ts');
    const { lotListRows } = await import('../lots/list-rows.ts');
    const { finishLots } = await import('../lots/standing.ts');
    return {
      rows: { ...lotListRows, finishAll: finishLots },
      acts: { resell: resellReturned, scrap: scrapReturned },
    };
  }),
  serve('deskMerchants', merchants, async () => ({
    rows: (await import('../merchants/file-rows.ts')).merchantListRows,
  })),
  serve('deskChanges', changeList, async () => ({
    rows: (await import('../changes/list-rows.ts')).changeListRows,
  })),
  serve('deskGoods', goodsList, async () => ({
    rows: (await import('../goods/own-goods-rows.ts')).ownGoodsListRows,
  })),
  serve('deskNotices', notices, async () => ({
    rows: (await import('../desk/notice-list-rows.ts')).noticeListRows,
  })),
  serve('deskOrders', orders, async () => ({
    rows: (await import('../shipping/order-list-rows.ts')).orderListRows,
  })),
  serve('deskOnboarding', onboardingList, async () => ({
    rows: (await import('../onboarding/desk-rows.ts')).onboardingListRows,
  })),
  serve('deskPacks', packs, async () => ({
    rows: (await import('../lots/pack-list-rows.ts')).packListRows,
    acts: { drop: (await import('../lots/trace-packs.ts')).dropPack },
  })),
  serve('deskOwnGrants', ownGrants, async () => {
    const { agreeGrant, refuseOwnGrant } = await import('../companies/grants.ts');
    return {
      rows: (await import('../companies/grant-list-rows.ts')).ownGrantListRows,
      acts: { agree: agreeGrant, refuse: refuseOwnGrant },
    };
  }),
  serve('deskMoney', moneyList, async () => ({
    rows: (await import('../payments/money-list.ts')).moneyListRows,
  })),
  serve('deskPapers', papers, async () => ({
    rows: (await import('../companies/paper-list-rows.ts')).paperListRows,
    acts: { remind: (await import('../companies/papers.ts')).remindPaper },
  })),
  serve('deskPayments', payments, async () => ({
    rows: (await import('../paying/payment-list.ts')).paymentListRows,
  })),
  serve('deskPayouts', payouts, async () => {
    const { payoutSent, payoutToBalance } = await import('../transfers/payouts.ts');
    return {
      rows: (await import('../transfers/payout-list-rows.ts')).payoutListRows,
      acts: { sent: payoutSent, balance: payoutToBalance },
    };
  }),
  serve('deskStaff', staffList, async () => {
    const { enableStaff, disableStaff } = await import('../staff/people.ts');
    return {
      rows: (await import('../people/staff-list-rows.ts')).staffListRows,
      acts: { enable: enableStaff, disable: disableStaff },
    };
  }),
  serve('deskPrices', ownPrices, async () => {
    const { changeOwnPrice, dropOwnPrice } = await import('../companies/own-prices.ts');
    return {
      rows: (await import('../companies/own-price-list-rows.ts')).ownPriceListRows,
      acts: { change: changeOwnPrice, drop: dropOwnPrice },
    };
  }),
  serve('deskProposals', proposals, async () => {
    const { acceptProposal, refuseProposal } = await import('../companies/proposals.ts');
    return {
      rows: (await import('../companies/proposal-list-rows.ts')).proposalListRows,
      acts: { accept: acceptProposal, refuse: refuseProposal },
    };
  }),
  serve('deskRefunds', refunds, async () => {
    const { askDeskRefund, settleTwice } = await import('../payments/refund-desk.ts');
    const { creditReroute, refuseReroute, rerouteRefund, sendReroute } = await import(
      '../payments/refund-reroute.ts'
    );
    return {
      rows: (await import('../payments/refund-list.ts')).refundListRows,
      acts: {
        ask: askDeskRefund,
        divert: rerouteRefund,
        sent: sendReroute,
        balance: creditReroute,
        refuse: refuseReroute,
        settle: settleTwice,
      },
    };
  }),
  serve('deskReview', reviews, async () => ({
    rows: (await import('../companies/review-list-rows.ts')).reviewListRows,
  })),
  serve('deskStatements', statements, async () => {
    const { confirmStatement, objectToStatement, answerStatement } = await import('../ledgers/statements.ts');
    return {
      rows: (await import('../ledgers/statement-list-rows.ts')).statementListRows,
      acts: { confirm: confirmStatement, object: objectToStatement, answer: answerStatement },
    };
  }),
  serve('deskStops', stops, async () => ({
    rows: (await import('../quality/stop-list-rows.ts')).stopListRows,
    acts: { lift: (await import('../quality/stops.ts')).liftStop },
  })),
  serve('deskTransfers', transfers, async () => ({
    rows: (await import('../transfers/list.ts')).transferListRows,
  })),
  serve('deskWanted', wanted, async () => ({
    rows: (await import('../wanted/list-rows.ts')).wantedListRows,
    acts: { answer: (await import('../wanted/answer.ts')).answerDeskWanted },
  })),
];

async function answersOfLists(): Promise<[string, AnswerCall][]> {
  const answers = await Promise.all(servedLists.map(({ answers }) => answers()));
  return answers.flat();
}

export const deskListHandlers: Handlers = new Map(await answersOfLists());
