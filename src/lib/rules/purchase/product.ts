/** A product in the form for the matcher of purchase lists, folded once for many lines. */
import { foldAlike } from '#lib/rules/names/alike.ts';
import { type DrugName, drugOf } from '#lib/rules/names/drug-name.ts';
import { readSpec, type Spec } from '#lib/rules/purchase/fit-spec.ts';
import type { Id } from '#lib/rules/terms/terms.ts';
import { barcodeForm } from '#lib/rules/text/barcodes.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';
import { spellingsOf } from './company-names.ts';
import { readMeasures } from './purchase-measures.ts';

/** The facts of a product that the matcher uses. */
export type PurchaseProduct = {
  id: Id;
  name: string;
  brand: string;
  maker: string;
  spec: string;
  size: string;
  form: string;
  unit: string;
  /** Pieces in a case, for orders in 件. */
  casePack: number;
  /** Pieces in a middle pack, for orders in 条. */
  midPack: number;
  approvalNo: string;
  nationalCode: string;
  barcode: string;
  pinyin: string;
  initials: string;
};

/** A product with its texts folded once, for many lines. */
export type ReadProduct = {
  product: PurchaseProduct;
  name: string;
  /** The name with one character for all that are taken for each other. */
  folded: string;
  /** The name taken apart. */
  drug: DrugName;
  /** The name without a head that nobody writes (棉签 for 医用棉签); empty without such a head. */
  plain: string;
  makers: string[];
  codes: { code: string; isUnique: boolean }[];
  spec: Spec;
  /** The spec as a whole, folded: 200丸(每8丸相当于原生药3g). */
  specText: string;
  form: string;
  unit: string;
};

/** Folds a product's texts. */
export function readProduct(product: PurchaseProduct): ReadProduct {
  const makers = [...spellingsOf(normalizeText(product.maker)), normalizeText(product.brand)].filter(
    (one) => one.length >= 2,
  );
  return {
    product,
    name: normalizeText(product.name),
    folded: foldAlike(normalizeText(product.name)),
    drug: drugOf(product.name),
    plain: plainName(normalizeText(product.name)),
    makers: [...new Set(makers)].sort((a, b) => b.length - a.length),
    codes: [
      { code: codeOf(product.approvalNo), isUnique: false },
      { code: product.nationalCode, isUnique: true },
      { code: barcodeForm(product.barcode), isUnique: true },
    ].filter(({ code }) => code !== ''),
    spec: withNameNumbers(readSpec(normalizeText(product.spec), normalizeText(product.size)), product.name),
    specText: normalizeText(product.spec),
    form: normalizeText(product.form).replace(/剂$/, ''),
    unit: product.unit,
  };
}

/** Each head is left out by itself: 医用口罩 is no 口罩 of any kind. */
const unwritten = /^(?:医用|一次性使用(?:无菌)?|天然胶乳橡胶)/;

function plainName(name: string): string {
  const plain = name.replace(unwritten, '');
  return plain === name || plain.length < 2 ? '' : plain;
}

/** A number of the name is no strange one: 75%乙醇消毒液. */
function withNameNumbers(spec: Spec, name: string): Spec {
  const numbers = /\d/.test(name) ? readMeasures(normalizeText(name)) : [];
  return numbers.length === 0 ? spec : { ...spec, extra: [...spec.extra, ...numbers] };
}

/** 国药准字H99990001 → h99990001: how a line writes it. */
export function codeOf(approvalNo: string): string {
  const text = normalizeText(approvalNo);
  let from = text.length;
  while (from > 0 && /\d/.test(text.charAt(from - 1))) from -= 1;
  if (text.length - from < 8) return '';
  return /[a-z]/.test(text.charAt(from - 1)) ? text.slice(from - 1) : text.slice(from);
}
