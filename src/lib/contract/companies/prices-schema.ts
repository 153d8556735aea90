/** Prices agreed with one company (协议价), as the platform's desk looks after them. */
import { z } from 'zod';
import { unset } from '../decode.ts';
import { deskPage, freeText, id, listOf, money, upload, yuan } from '../fields.ts';
import { ownMoney } from '../prices.ts';

const flagOut = z.union([z.literal(0), z.literal(1)]);

export const companyPricesInput = z.object({
  id: id('企业编号'),
  /** Part of a goods' name. */
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
  /** What members pay without an agreement. */
  member_price: ownMoney(money),
  price: ownMoney(money),
});
export type CompanyPrice = z.infer<typeof companyPrice>;

export const companyPrices = listOf(companyPrice);
export type CompanyPrices = z.infer<typeof companyPrices>;

/** The price as it was read; left out: there was none. */
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

export const importPricesInput = z.object({ id: id('企业编号'), file: upload('请选择CSV或XLSX文件') });
export type ImportPricesValues = z.output<typeof importPricesInput>;

/** What became of each row of a file. */
export const pricesReport = z.object({
  rows: z.array(
    z.object({
      row: z.number().int(),
      goods: z.string(),
      /** As it was written. */
      price: ownMoney(z.string()),
      /** What was done, or what is wrong. */
      said: z.string(),
      is_done: flagOut,
    }),
  ),
  done: z.number().int(),
  failed: z.number().int(),
});
export type PricesReport = z.infer<typeof pricesReport>;

export const priceSchemas = {
  companyPrices: { input: companyPricesInput, output: companyPrices },
  setPrice: { input: setPriceInput, output: companyPrice },
  dropPrice: { input: dropPriceInput, output: z.object({ goods_id: z.number().int() }) },
  importPrices: { input: importPricesInput, output: pricesReport },
};
