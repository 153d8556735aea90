/** The register of the declared lists of the desks: one line a list. Their calls are in contract/desk/lists.ts. */
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { bills } from '#lib/contract/desk/lists/bills.ts';
import { cases } from '#lib/contract/desk/lists/cases.ts';
import { changeList } from '#lib/contract/desk/lists/changes.ts';
import { chatHeld } from '#lib/contract/desk/lists/chat-held.ts';
import { chatRecords } from '#lib/contract/desk/lists/chat-records.ts';
import { chatWords } from '#lib/contract/desk/lists/chat-words.ts';
import { companies } from '#lib/contract/desk/lists/companies.ts';
import { contractList } from '#lib/contract/desk/lists/contracts.ts';
import { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { draws } from '#lib/contract/desk/lists/draws.ts';
import { feedback } from '#lib/contract/desk/lists/feedback.ts';
import { flows } from '#lib/contract/desk/lists/flows.ts';
import { goodsList } from '#lib/contract/desk/lists/goods.ts';
import { grants } from '#lib/contract/desk/lists/grants.ts';
import { invoiceSellersList } from '#lib/contract/desk/lists/invoice-sellers.ts';
import { invoicesList } from '#lib/contract/desk/lists/invoices.ts';
import { jobs } from '#lib/contract/desk/lists/jobs.ts';
import { lettersList } from '#lib/contract/desk/lists/letters.ts';
import { licencesList } from '#lib/contract/desk/lists/licences.ts';
import { liveList } from '#lib/contract/desk/lists/live.ts';
import { liveFigures } from '#lib/contract/desk/lists/live-figures.ts';
import { liveQuestions } from '#lib/contract/desk/lists/live-questions.ts';
import { lotImports } from '#lib/contract/desk/lists/lot-imports.ts';
import { lotRows } from '#lib/contract/desk/lists/lot-rows.ts';
import { lotsList } from '#lib/contract/desk/lists/lots.ts';
import { merchants } from '#lib/contract/desk/lists/merchants.ts';
import { moneyList } from '#lib/contract/desk/lists/money.ts';
import { notices } from '#lib/contract/desk/lists/notices.ts';
import { onboardingList } from '#lib/contract/desk/lists/onboarding.ts';
import { orders } from '#lib/contract/desk/lists/orders.ts';
import { ownGrants } from '#lib/contract/desk/lists/own-grants.ts';
import { ownPrices } from '#lib/contract/desk/lists/own-prices.ts';
import { ownTasks } from '#lib/contract/desk/lists/own-tasks.ts';
import { packs } from '#lib/contract/desk/lists/packs.ts';
import { papers } from '#lib/contract/desk/lists/papers.ts';
import { payments } from '#lib/contract/desk/lists/payments.ts';
import { payouts } from '#lib/contract/desk/lists/payouts.ts';
import { pointTasks } from '#lib/contract/desk/lists/point-tasks.ts';
import { pointsGoodsList } from '#lib/contract/desk/lists/points-goods.ts';
import { pointsOrdersList } from '#lib/contract/desk/lists/points-orders.ts';
import { proposals } from '#lib/contract/desk/lists/proposals.ts';
import { redFormsList } from '#lib/contract/desk/lists/red-forms.ts';
import { refunds } from '#lib/contract/desk/lists/refunds.ts';
import { reviews } from '#lib/contract/desk/lists/reviews.ts';
import { staffList } from '#lib/contract/desk/lists/staff.ts';
import { statements } from '#lib/contract/desk/lists/statements.ts';
import { stops } from '#lib/contract/desk/lists/stops.ts';
import { taxList } from '#lib/contract/desk/lists/tax.ts';
import { transfers } from '#lib/contract/desk/lists/transfers.ts';
import { wanted } from '#lib/contract/desk/lists/wanted.ts';
import { wheels } from '#lib/contract/desk/lists/wheels.ts';
import type { AnswerCall } from '../core/calls/endpoint.ts';
import type { Handlers } from '../core/calls/handlers.ts';
import type { ServedList } from '../desk/list/acting.ts';
import { serve } from '../desk/list/serve.ts';

export const servedLists: readonly ServedList[] = [
  serve('accountBook', accountBook, async () => ({
    rows: (await import('../ledgers/account-book-rows.ts')).accountBookRows,
  })),
  serve('deskActs', countersign, async () => {
    const { passAct, refuseAct, withdrawAct } = await import('../countersign/countersign.ts');
    const { askGiftBack } = await import('../countersign/gifts.ts');
    return {
      rows: (await import('../acts/list.ts')).actListRows,
      acts: { pass: passAct, refuse: refuseAct, withdraw: withdrawAct, reclaim: askGiftBack },
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
  serve('deskContracts', contractList, async () => {
    const { sealAtDesk, voidContract } = await import('../contracts/desk.ts');
    return {
      rows: (await import('../contracts/list-rows.ts')).contractListRows,
      acts: { seal: sealAtDesk, void: voidContract },
    };
  }),
  serve('deskFeedback', feedback, async () => ({
    rows: (await import('../feedback/list-rows.ts')).feedbackListRows,
    acts: { answer: (await import('../feedback/answer.ts')).answerFeedback },
  })),
  serve('deskFlows', flows, async () => ({
    rows: (await import('../flows/list-rows.ts')).flowListRows,
    acts: { note: (await import('../flows/notes.ts')).noteFlow },
  })),
  serve('deskGrants', grants, async () => {
    const { approveGrantRow, refuseGrantRow, withdrawGrantRow } = await import('../companies/grants.ts');
    return {
      rows: (await import('../companies/grant-list-rows.ts')).grantListRows,
      acts: { approve: approveGrantRow, refuse: refuseGrantRow, withdraw: withdrawGrantRow },
    };
  }),
  serve('deskInvoiceSellers', invoiceSellersList, async () => ({
    rows: (await import('../invoices/seller-list-rows.ts')).invoiceSellerListRows,
  })),
  serve('deskInvoices', invoicesList, async () => {
    const { retryInvoice, voidInvoice } = await import('../invoices/list-acts.ts');
    return {
      rows: (await import('../invoices/list-rows.ts')).invoiceListRows,
      acts: { retry: retryInvoice, void: voidInvoice },
    };
  }),
  serve('deskRedForms', redFormsList, async () => {
    const acts = await import('../invoices/red-acts.ts');
    return {
      rows: (await import('../invoices/red-list-rows.ts')).redFormListRows,
      acts: {
        query: acts.queryRed,
        confirm: acts.confirmRed,
        refuse: acts.refuseRed,
        revoke: acts.revokeRed,
        again: acts.askRedAgain,
        enter: acts.enterRed,
      },
    };
  }),
  serve('deskJobs', jobs, async () => {
    const { retryJob, putAwayJob } = await import('../desk/jobs-list.ts');
    return {
      rows: (await import('../desk/job-list-rows.ts')).jobListRows,
      acts: { retry: retryJob, shelve: putAwayJob },
    };
  }),
  serve('deskChatHeld', chatHeld, async () => {
    const { passHeld, refuseHeld } = await import('../chat/words.ts');
    return {
      rows: (await import('../chat/list-rows.ts')).chatHeldListRows,
      acts: { pass: passHeld, refuse: refuseHeld },
    };
  }),
  serve('deskChatRecords', chatRecords, async () => ({
    rows: (await import('../chat/list-rows.ts')).chatRecordListRows,
  })),
  serve('deskChatWords', chatWords, async () => ({
    rows: (await import('../chat/list-rows.ts')).chatWordListRows,
    acts: { drop: (await import('../chat/words.ts')).dropChatWord },
  })),
  serve('deskLetters', lettersList, async () => ({
    rows: (await import('../letters/list-rows.ts')).letterListRows,
    acts: { stop: (await import('../letters/send.ts')).stopLetter },
  })),
  serve('deskLicences', licencesList, async () => ({
    rows: (await import('../licences/list-rows.ts')).licenceListRows,
    acts: { withdraw: (await import('../licences/renew.ts')).withdrawLicence },
  })),
  serve('deskLive', liveList, async () => ({
    rows: (await import('../live/desk-list-rows.ts')).liveListRows,
  })),
  serve('deskLiveFigures', liveFigures, async () => ({
    rows: (await import('../live/figure-rows.ts')).liveFigureListRows,
  })),
  serve('deskLiveQuestions', liveQuestions, async () => {
    const { hideQuestion, restoreQuestion } = await import('../live/desk-questions.ts');
    return {
      rows: (await import('../live/question-list-rows.ts')).questionListRows,
      acts: { hide: hideQuestion, restore: restoreQuestion },
    };
  }),
  serve('deskLots', lotsList, async () => {
    const { resellReturned, scrapReturned } = await import('../lots/returned.ts');
    const { lotListRows } = await import('../lots/list-rows.ts');
    const { finishLots } = await import('../lots/standing.ts');
    return {
      rows: { ...lotListRows, finishAll: finishLots },
      acts: { resell: resellReturned, scrap: scrapReturned },
    };
  }),
  serve('deskLotImports', lotImports, async () => ({
    rows: (await import('../lots/import-list-rows.ts')).lotImportListRows,
  })),
  serve('deskLotRows', lotRows, async () => ({
    rows: (await import('../lots/import-list-rows.ts')).lotRowListRows,
    acts: { cancel: (await import('../quality/cancel-imported.ts')).cancelImported },
  })),
  serve('deskMerchants', merchants, async () => ({
    rows: (await import('../merchants/file-rows.ts')).merchantListRows,
  })),
  serve('deskChanges', changeList, async () => ({
    rows: (await import('../changes/list-rows.ts')).changeListRows,
  })),
  serve('deskGoods', goodsList, async () => ({
    rows: (await import('../goods/own-goods-rows.ts')).ownGoodsListRows,
  })),
  serve('deskTax', taxList, async () => ({
    rows: (await import('../invoices/own-tax-rows.ts')).taxListRows,
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
  serve('deskPacks', packs, async () => {
    const { dropPack, restorePack } = await import('../lots/trace-packs.ts');
    return {
      rows: (await import('../lots/pack-list-rows.ts')).packListRows,
      acts: { drop: dropPack, restore: restorePack },
    };
  }),
  serve('deskOwnGrants', ownGrants, async () => {
    const { agreeGrant, refuseOwnGrant } = await import('../companies/grants.ts');
    return {
      rows: (await import('../companies/grant-list-rows.ts')).ownGrantListRows,
      acts: { agree: agreeGrant, refuse: refuseOwnGrant },
    };
  }),
  serve('deskOwnTasks', ownTasks, async () => {
    const { agreeTask, refuseTask } = await import('../points/task-answers.ts');
    return {
      rows: (await import('../points/task-list-rows.ts')).ownTaskListRows,
      acts: { agree: agreeTask, refuse: refuseTask },
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
  serve('deskPointsGoods', pointsGoodsList, async () => {
    const { putOn, takeOff, restock } = await import('../mall/desk-goods.ts');
    return {
      rows: (await import('../mall/goods-list-rows.ts')).pointsGoodsListRows,
      acts: { put_on: putOn, take_off: takeOff, restock },
    };
  }),
  serve('deskPointsOrders', pointsOrdersList, async () => {
    const desk = await import('../mall/desk-orders.ts');
    return {
      rows: (await import('../mall/order-list-rows.ts')).pointsOrdersListRows,
      acts: {
        ship: desk.shipPointsOrder,
        call_off: desk.callOffPointsOrder,
        correct: desk.correctPointsParcel,
        repay: desk.repayPointsCase,
        resend: desk.resendPointsCase,
        refuse: desk.refusePointsCase,
      },
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
    const { changeOwnPrice, dropOwnPrice, restoreOwnPrice } = await import('../companies/own-prices.ts');
    return {
      rows: (await import('../companies/own-price-list-rows.ts')).ownPriceListRows,
      acts: { change: changeOwnPrice, drop: dropOwnPrice, restore: restoreOwnPrice },
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
  serve('deskPointTasks', pointTasks, async () => {
    const { resumeTask, stopTask } = await import('../points/task-desk.ts');
    return {
      rows: (await import('../points/task-list-rows.ts')).taskListRows,
      acts: { stop: stopTask, resume: resumeTask },
    };
  }),
  serve('deskStops', stops, async () => {
    const { liftStop, renewStop } = await import('../quality/stops.ts');
    return {
      rows: (await import('../quality/stop-list-rows.ts')).stopListRows,
      acts: { lift: liftStop, renew: renewStop },
    };
  }),
  serve('deskTransfers', transfers, async () => ({
    rows: (await import('../transfers/list.ts')).transferListRows,
  })),
  serve('deskWanted', wanted, async () => ({
    rows: (await import('../wanted/list-rows.ts')).wantedListRows,
    acts: { answer: (await import('../wanted/answer.ts')).answerDeskWanted },
  })),
  serve('deskWheels', wheels, async () => {
    const { pauseWheel, resumeWheel } = await import('../draws/pause.ts');
    return {
      rows: (await import('../draws/list-rows.ts')).wheelListRows,
      acts: {
        pause: pauseWheel,
        resume: resumeWheel,
        close: (await import('../draws/open.ts')).closeWheel,
      },
    };
  }),
  serve('deskDraws', draws, async () => ({
    rows: (await import('../draws/list-rows.ts')).drawListRows,
  })),
];

async function answersOfLists(): Promise<[string, AnswerCall][]> {
  const answers = await Promise.all(servedLists.map(({ answers }) => answers()));
  return answers.flat();
}

export const deskListHandlers: Handlers = new Map(await answersOfLists());
