/** Prices agreed with a company, at the platform's desk. Each rejects as `deskCall` does. */
import type {
  CompanyPrice,
  CompanyPrices,
  CompanyPricesValues,
  PricesReport,
} from '#lib/contract/companies/prices-schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { deskCall } from './session.ts';

/** A page of what is agreed as it is now. */
export function loadPrices(input: CompanyPricesValues): Promise<CompanyPrices> {
  return deskCall(api.companyPrices, input);
}

/** Agrees on a price; `was` is the one that was read, empty for none. */
export function setPrice(
  id: number,
  { goods_id, price, was }: { goods_id: string; price: string; was: string },
): Promise<CompanyPrice> {
  return deskCall(api.setPrice, { id, goods_id: Number(goods_id), price, ...(was !== '' && { was }) });
}

/** Ends an agreement that was read so. */
export function dropPrice(id: number, { goods_id: goods, price: was }: CompanyPrice) {
  return deskCall(api.dropPrice, { id, goods, was });
}

/** Takes over the prices of a file. */
export function importPrices(id: number, file: File): Promise<PricesReport> {
  return deskCall(api.importPrices, { id, file });
}
