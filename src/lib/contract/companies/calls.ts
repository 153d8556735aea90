/** Companies at the platform's desk, and what a buyer's own asks to become. */
import { get, need, once, post, sure } from '../call.ts';
import type { companiesSchemas } from './schema.ts';

type Schemas = typeof companiesSchemas;

export const companiesCalls = {
  companyChange: get<Schemas['companyChange'], 'buyer'>('/api/user/company', 'buyer'),
  changeCompany: post<Schemas['changeCompany']>('/api/user/company', 'buyer', 'manage'),
  handInChange: post<Schemas['handInChange']>('/api/user/company/hand-in', 'buyer', 'manage'),
  withdrawChange: post<Schemas['withdrawChange']>('/api/user/company/withdraw', 'buyer', 'manage'),
  dropChange: post<Schemas['dropChange']>('/api/user/company/drop', 'buyer', 'manage'),
  deskCompanies: need(
    'clients',
    get<Schemas['deskCompanies'], 'platform'>('/api/desk/companies', 'platform'),
  ),
  deskCompany: need(
    'clients',
    get<Schemas['deskCompany'], 'platform'>('/api/desk/companies/{id}', 'platform'),
  ),
  companyMore: need(
    'clients',
    get<Schemas['companyMore'], 'platform'>('/api/desk/companies/{id}/more', 'platform'),
  ),
  openCompany: post<Schemas['openCompany'], 'platform'>('/api/desk/companies', 'platform', 'openings'),
  freezeCompany: post<Schemas['freezeCompany'], 'platform'>(
    '/api/desk/companies/{id}/freeze',
    'platform',
    'companies',
  ),
  unfreezeCompany: post<Schemas['unfreezeCompany'], 'platform'>(
    '/api/desk/companies/{id}/unfreeze',
    'platform',
    'companies',
  ),
  setCompanyTerms: sure(
    post<Schemas['setCompanyTerms'], 'platform'>('/api/desk/companies/{id}/terms', 'platform', 'companies'),
  ),
  askIssue: sure(
    once(post<Schemas['askIssue'], 'platform'>('/api/desk/companies/{id}/coupons', 'platform', 'vouchers')),
  ),
  companyPrices: need(
    'clients',
    get<Schemas['companyPrices'], 'platform'>('/api/desk/companies/{id}/prices', 'platform'),
  ),
  companyProposals: need(
    'clients',
    get<Schemas['companyProposals'], 'platform'>('/api/desk/companies/{id}/proposals', 'platform'),
  ),
  setPrice: sure(
    post<Schemas['setPrice'], 'platform'>('/api/desk/companies/{id}/prices', 'platform', 'prices'),
  ),
  dropPrice: sure(
    post<Schemas['dropPrice'], 'platform'>(
      '/api/desk/companies/{id}/prices/{goods}/drop',
      'platform',
      'prices',
    ),
  ),
  importPrices: sure(
    post<Schemas['importPrices'], 'platform'>('/api/desk/companies/{id}/prices/import', 'platform', 'prices'),
  ),
  withdrawProposal: post<Schemas['withdrawProposal'], 'platform'>(
    '/api/desk/proposals/{id}/withdraw',
    'platform',
    'prices',
  ),
  deskProposals: need('prices', get<Schemas['deskProposals'], 'merchant'>('/api/desk/proposals', 'merchant')),
  acceptProposals: sure(
    post<Schemas['acceptProposals'], 'merchant'>('/api/desk/proposals/accept', 'merchant', 'prices'),
  ),
  refuseProposals: post<Schemas['refuseProposals'], 'merchant'>(
    '/api/desk/proposals/refuse',
    'merchant',
    'prices',
  ),
  deskPrices: need('prices', get<Schemas['deskPrices'], 'merchant'>('/api/desk/prices', 'merchant')),
  setOwnPrice: sure(post<Schemas['setOwnPrice'], 'merchant'>('/api/desk/prices', 'merchant', 'prices')),
  dropOwnPrice: sure(
    post<Schemas['dropOwnPrice'], 'merchant'>('/api/desk/prices/drop', 'merchant', 'prices'),
  ),
  deskPapers: need('companies', get<Schemas['deskPapers'], 'platform'>('/api/desk/papers', 'platform')),
  remindPaper: post<Schemas['remindPaper'], 'platform'>(
    '/api/desk/papers/{id}/remind',
    'platform',
    'companies',
  ),
};
