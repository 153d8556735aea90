import { companiesCalls } from '#lib/contract/companies/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askIssue } from '../countersign/issue.ts';
import { changeCompany, dropChange, getCompanyChange, handInChange, withdrawChange } from './change.ts';
import { getCompanyFile, listCompanies } from './companies.ts';
import { listMore } from './company-lists.ts';
import { freezeCompany, unfreezeCompany } from './freeze.ts';
import { openAtDesk } from './open-account.ts';
import { dropOwnPrice, listOwnPrices, setOwnPrice } from './own-prices.ts';
import { dropPrice, importPrices, listCompanyPrices, setPrice } from './prices.ts';
import {
  acceptProposals,
  listCompanyProposals,
  listOwnDeskProposals,
  refuseProposals,
  withdrawProposal,
} from './proposals.ts';
import { setCompanyTerms } from './terms.ts';

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
  deskProposals: listOwnDeskProposals,
  acceptProposals,
  refuseProposals,
  deskPrices: listOwnPrices,
  setOwnPrice,
  dropOwnPrice,
  openCompany: openAtDesk,
  deskCompanies: listCompanies,
  deskCompany: getCompanyFile,
  companyMore: listMore,
  freezeCompany,
  unfreezeCompany,
  setCompanyTerms,
  askIssue,
});
