import { companiesCalls } from '#lib/contract/companies/calls.ts';
import { controlledCalls } from '#lib/contract/controlled.ts';
import { papersCalls } from '#lib/contract/papers.ts';
import { reviewCalls } from '#lib/contract/review.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askGift } from '../countersign/gifts.ts';
import { askIssue } from '../countersign/issue.ts';
import { applyForControlled, listOwnApplications } from '../merchants/controlled.ts';
import { changeCompany, dropChange, getCompanyChange, handInChange, withdrawChange } from './change.ts';
import { getCompanyFile } from './companies.ts';
import { listMore } from './company-lists.ts';
import { freezeCompany, unfreezeCompany } from './freeze.ts';
import { handInPapers } from './hand-in.ts';
import { openAtDesk } from './open-account.ts';
import { getPapers } from './own-papers.ts';
import { setOwnPrice } from './own-prices.ts';
import { dropPaperCalendar, getPaperCalendar, openPaperCalendar } from './paper-calendar.ts';
import { dropPrice, importPrices, listCompanyPrices, setPrice } from './prices.ts';
import { listCompanyProposals, withdrawProposal } from './proposals.ts';
import {
  approveReview,
  claimReview,
  getReviewFile,
  nextReview,
  releaseReview,
  returnReview,
  withdrawReview,
} from './review.ts';
import { dropPaper, savePaper } from './save-paper.ts';
import { getScopes, getSiteLicences } from './scope.ts';
import { setCompanyTerms } from './terms.ts';

export const reviewHandlers = handlers(reviewCalls, {
  reviewFile: getReviewFile,
  nextReview,
  claimReview,
  releaseReview,
  approveReview,
  returnReview,
  withdrawReview,
});

export const papersHandlers = handlers(papersCalls, {
  zizhi: getPapers,
  savePaper,
  dropPaper,
  handIn: handInPapers,
  paperCalendar: getPaperCalendar,
  openPaperCalendar,
  dropPaperCalendar,
  jyfw: getScopes,
  gszz: getSiteLicences,
});

export const controlledHandlers = handlers(controlledCalls, {
  controlledApplications: listOwnApplications,
  applyForControlled,
});

export const companiesHandlers = handlers(companiesCalls, {
  companyChange: getCompanyChange,
  changeCompany,
  handInChange,
  withdrawChange,
  dropChange,
  companyPrices: listCompanyPrices,
  companyProposals: listCompanyProposals,
  setPrice,
  dropPrice,
  importPrices,
  withdrawProposal,
  setOwnPrice,
  openCompany: openAtDesk,
  deskCompany: getCompanyFile,
  companyMore: listMore,
  freezeCompany,
  unfreezeCompany,
  setCompanyTerms,
  askIssue,
  askGift,
});
