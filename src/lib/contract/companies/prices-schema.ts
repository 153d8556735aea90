/** Prices agreed with one company (协议价), as the platform's desk looks after them. */

import { z } from 'zod';
import { allProposalStates } from '#lib/rules/companies/price-proposal.ts';
import { get, post } from '../call.ts';
import { readFlag, reads, unset } from '../decode.ts';
import { deskPage, flagOut, freeText, id, listOf, money, yuan } from '../fields.ts';
import { ownMoney } from '../prices.ts';
import { columnKeys, tableMapping } from '../tables.ts';
import { upload } from '../uploads.ts';

export const companyPricesInput = z.object({
  id: id('企业编号'),
  /** Part of an item's name. */
  goods: freeText('商品', 100),
  ...deskPage(),
});
export type CompanyPricesValues = z.output<typeof companyPricesInput>;

export const companyPrice = z.object({
  goods_id: z.number().int(),
  name: z.string(),
  spec: z.string(),
  maker: z.string(),
  merchant: z.string(),
  /** The member price without an agreement. */
  member_price: ownMoney(money),
  price: ownMoney(money),
});
export type CompanyPrice = z.infer<typeof companyPrice>;

export const companyPrices = listOf(companyPrice);
export type CompanyPrices = z.infer<typeof companyPrices>;

/** The price that was read; left out: there was none. */
const was = unset(yuan('原协议价').optional());

export const setPriceInput = z.object({
  id: id('企业编号'),
  goods_id: id('商品编号'),
  price: yuan('协议价'),
  was,
});
export type SetPriceValues = z.output<typeof setPriceInput>;

export const dropPriceInput = z.object({ id: id('企业编号'), goods: id('商品编号'), was: yuan('原协议价') });
export type DropPriceValues = z.output<typeof dropPriceInput>;

/** Before the confirmation, with its columns, nothing is written: the response shows the result of each row. */
export const importPricesInput = z.object({
  id: id('企业编号'),
  file: upload('请选择CSV或XLSX文件'),
  columns: columnKeys,
  confirm: reads(flagOut.default(0), (sent) => (sent === '' ? undefined : readFlag(sent))),
});
export type ImportPricesValues = z.output<typeof importPricesInput>;

/** The result of each row of a file. */
export const pricesReport = z.object({
  rows: z.array(
    z.object({
      row: z.number().int(),
      goods: z.string(),
      /** As written. */
      price: ownMoney(z.string()),
      /** What was done, or the error. */
      said: z.string(),
      is_done: flagOut,
    }),
  ),
  done: z.number().int(),
  failed: z.number().int(),
  /** 1: it was written; 0: it is only how it would be. */
  is_written: flagOut,
  table: tableMapping,
});
export type PricesReport = z.infer<typeof pricesReport>;

/** A price that the platform proposes. */
export const priceProposalWire = z.object({
  id: z.number().int(),
  company_id: z.number().int(),
  company: z.string(),
  goods_id: z.number().int(),
  name: z.string(),
  spec: z.string(),
  member_price: ownMoney(money),
  /** The current agreement; empty without one. */
  agreed: ownMoney(z.union([money, z.literal('')])),
  price: ownMoney(money),
  state: z.enum(allProposalStates),
  state_text: z.string(),
  proposed_by: z.string(),
  proposed_at: z.string(),
  decided_by: z.string(),
  word: z.string(),
});
export type PriceProposal = z.infer<typeof priceProposalWire>;

const proposalState = z.enum([...allProposalStates, 'all'], { error: '请选择状态' }).default('waiting');
export const companyProposalsInput = z.object({ id: id('企业编号'), state: proposalState, ...deskPage() });
export type CompanyProposalsValues = z.output<typeof companyProposalsInput>;

export const proposalsList = listOf(priceProposalWire);
export type ProposalsList = z.infer<typeof proposalsList>;

export const withdrawProposalInput = z.object({ id: id('报价编号') });
export type WithdrawProposalValues = z.output<typeof withdrawProposalInput>;

export const setOwnPriceInput = z.object({
  company_id: id('企业编号'),
  goods_id: id('商品编号'),
  price: yuan('协议价'),
  was,
});
export type SetOwnPriceValues = z.output<typeof setOwnPriceInput>;
/** waits: it is below the floor, and the platform has to confirm it first. */
const ownPriceSet = z.object({
  waits: flagOut,
  said: z.string(),
});
export type OwnPriceSet = z.infer<typeof ownPriceSet>;

export const priceCalls = {
  companyPrices: get('/api/desk/companies/{id}/prices', {
    who: 'platform',
    may: 'clients',
    input: companyPricesInput,
    output: companyPrices,
  }),
  companyProposals: get('/api/desk/companies/{id}/proposals', {
    who: 'platform',
    may: 'clients',
    input: companyProposalsInput,
    output: proposalsList,
  }),
  setPrice: post('/api/desk/companies/{id}/prices', {
    who: 'platform',
    may: 'prices',
    sure: true,
    input: setPriceInput,
    output: priceProposalWire,
  }),
  dropPrice: post('/api/desk/companies/{id}/prices/{goods}/drop', {
    who: 'platform',
    may: 'prices',
    sure: true,
    input: dropPriceInput,
    output: z.object({ goods_id: z.number().int() }),
  }),
  importPrices: post('/api/desk/companies/{id}/prices/import', {
    who: 'platform',
    may: 'prices',
    sure: true,
    input: importPricesInput,
    output: pricesReport,
  }),
  withdrawProposal: post('/api/desk/proposals/{id}/withdraw', {
    who: 'platform',
    may: 'prices',
    input: withdrawProposalInput,
    output: priceProposalWire,
  }),
  setOwnPrice: post('/api/desk/prices', {
    who: 'merchant',
    may: 'prices',
    sure: true,
    second: ['low_price'],
    input: setOwnPriceInput,
    output: ownPriceSet,
  }),
};
