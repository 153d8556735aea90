/** Prices agreed with companies, at both desks. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  CompanyPrice,
  CompanyPrices,
  CompanyPricesValues,
  OwnPriceSet,
  PriceProposal,
  PricesReport,
  ProposalsList,
} from '#lib/contract/companies/prices-schema.ts';
import { deskCall } from './session.ts';

/** A page of what is agreed as it is now. */
export function loadPrices(input: CompanyPricesValues): Promise<CompanyPrices> {
  return deskCall(api.companyPrices, input);
}

/** Proposes a price to the merchant; `was` is the one that was read, empty for none. */
export function setPrice(
  id: number,
  { goods_id, price, was }: { goods_id: string; price: string; was: string },
): Promise<PriceProposal> {
  return deskCall(api.setPrice, { id, goods_id: Number(goods_id), price, ...(was !== '' && { was }) });
}

/** Ends an agreement that was read so. */
export function dropPrice(id: number, { goods_id: goods, price: was }: CompanyPrice) {
  return deskCall(api.dropPrice, { id, goods, was });
}

/** The result of a file's prices by these columns; `isSure`: they are applied. */
export function importPrices(
  id: number,
  file: File,
  columns: string[] | undefined,
  isSure: boolean,
): Promise<PricesReport> {
  return deskCall(api.importPrices, { id, file, columns, confirm: isSure ? 1 : 0 });
}

/** Proposals for a company that wait for a merchant. */
export function loadCompanyProposals(id: number): Promise<ProposalsList> {
  return deskCall(api.companyProposals, { id, size: 100 });
}

/** The platform takes a proposal back. */
export function withdrawProposal(id: number): Promise<PriceProposal> {
  return deskCall(api.withdrawProposal, { id });
}

/** Sets a price of one's own goods where there is none. */
export function setOwnPrice({
  company_id,
  goods_id,
  price,
}: {
  company_id: string;
  goods_id: string;
  price: string;
}): Promise<OwnPriceSet> {
  const input = { company_id: Number(company_id), goods_id: Number(goods_id), price };
  return deskCall(api.setOwnPrice, input);
}
