/** The text that a company and its partner sign: the newest version, filled in from the papers of both. */
import { type ContractKind, contractKinds } from '#lib/rules/contracts/kinds.ts';
import { type ContractFields, fillText, termText } from '#lib/rules/contracts/template.ts';
import type { Settings } from '../site/settings.ts';
import type { BuyerParty, SellerParty } from './party-rows.ts';
import { type TemplateRow, textHash } from './template-rows.ts';

/** Who runs the shop. */
type Operator = Pick<Settings, 'shopName' | 'company' | 'creditCode'>;

export interface FilledText {
  template: TemplateRow;
  fields: ContractFields;
  body: string;
  bodyHash: string;
}

/** `seller` is null for a contract with the platform. */
export function fillContract(
  template: TemplateRow,
  { buyer, seller, settings }: { buyer: BuyerParty; seller: SellerParty | null; settings: Operator },
): FilledText {
  const fields: ContractFields = {
    采购单位: buyer.name,
    采购方信用代码: buyer.creditCode,
    采购方许可证: buyer.licence,
    采购方地址: buyer.address,
    ...(seller !== null && {
      供货单位: seller.name,
      供货方信用代码: seller.creditCode,
      供货方许可证: seller.licence,
      供货方地址: seller.address,
    }),
    平台: settings.shopName,
    运营主体: settings.company,
    运营主体信用代码: settings.creditCode,
    期限: termText(template.kind),
  };
  const body = fillText(template.body, fields);
  return { template, fields, body, bodyHash: textHash(body) };
}

/** The name of the other side. */
export function partnerName(kind: ContractKind, seller: SellerParty | null, settings: Operator): string {
  return contractKinds[kind].with === 'platform' ? settings.company : (seller?.name ?? '');
}
