/** Why a line of a purchase list is not certain, and which products match equally well. */
import { isMeant } from '#lib/rules/names/trade-names.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { NameKind } from './named.ts';
import type { PurchaseProduct, ReadProduct } from './product.ts';
import type { Explanation } from './purchase-explain.ts';
import type { PurchaseLine } from './purchase-line.ts';
import type { Pieces } from './purchase-quantity.ts';

/** The context of a verdict besides the best product. */
type Around = {
  found: readonly Explanation[];
  candidates: readonly ReadProduct[];
  peers: readonly PurchaseProduct[];
  counted: Pieces;
};

/** Several reasons in one sentence: the request to check comes once, at the end. */
export function joinReasons(reasons: readonly string[]): string {
  const last = reasons.length - 1;
  return reasons.map((one, at) => (at < last ? one.replace(/，请核对$/, '') : one)).join('；');
}

/** All reasons why a row is not certain, the most important first. */
export function doubtsOf(
  line: PurchaseLine,
  best: Explanation,
  { found, candidates, peers, counted }: Around,
): string[] {
  const doubts: string[] = [];
  const { product } = best;
  if (line.codes.length > 1) doubts.push('一行里有几个编码，请核对');
  const isByCode = best.name === 'code' || line.codes.length > 0;
  if (isByCode) {
    const owners = candidates.filter((read) =>
      read.codes.some(({ code }) => line.codes.some((one) => one.code === code)),
    );
    if (owners.length === 0) doubts.push('行内的编码与商品不符，请核对');
    else if (!owners.some((read) => read.product.id === product.id))
      doubts.push('编码与品名指向不同的商品，请核对');
    else if (
      owners.length > 1 &&
      !isGiven(
        best,
        found.filter((one) => owners.some((read) => read.product.id === one.product.id)),
      )
    )
      doubts.push(`该批准文号有${owners.length}个规格，请选择`);
    // The text of a line with a code must name the same product.
    else if (best.name === 'similar') doubts.push('编码相符而品名有出入，请核对');
  }
  const nameDoubt = isByCode && best.name === 'code' ? null : doubtOfName(line, best);
  if (nameDoubt) doubts.push(nameDoubt);
  if (best.spec.strange.length > 0) doubts.push(`规格不符：平台为${product.spec}，请核对`);
  else if (best.spec.isSoft) doubts.push(`规格单位不同：平台为${product.spec}，请核对`);
  if (best.rest !== '') doubts.push(`“${best.rest.slice(0, 12)}”没有识别，请核对`);
  if (!isByCode && doubts.length === 0) {
    const rivals = rivalsOf(best, found);
    if (rivals.length > peers.length) doubts.push(rivalText(best, rivals));
    else if (counted.cases !== null && peers.some(({ casePack }) => casePack !== product.casePack))
      doubts.push(`各厂家件装不同，现按每件${product.casePack}${product.unit}，请核对`);
  }
  // An invalid quantity has to be corrected whatever the item is.
  if (counted.doubt) doubts.splice(line.brokenQuantity === null ? doubts.length : 0, 0, counted.doubt);
  return doubts;
}

/** A mark is one maker's: where its goods are not sold, other makers' are another choice. */
function doubtOfName({ other }: PurchaseLine, best: Explanation): string | null {
  const { name, brand } = best.product;
  const isMark = other !== null && other.name.kind === '商品名' && normalizeText(brand) !== other.name.name;
  if (isMark && isMeant(other.name, best.read.name))
    return `“${other.name.name}”是商品名，按通用名“${name}”匹配其他厂家，请核对`;
  if (best.name === 'other' && other?.isSlip)
    return `品名疑有别字，按“${other.name.name}”（${name}）匹配，请核对`;
  // 阿莫西林: capsules or granules, unless the spec decides.
  if (best.name === 'drug' && !isFull(best)) return nameDoubts.part(name);
  return nameDoubts[best.name](name);
}

const nameDoubts: Record<Explanation['name'], (name: string) => string | null> = {
  code: () => null,
  exact: () => null,
  short: () => null,
  drug: () => null,
  other: () => null,
  sound: (name) => `品名疑有别字，按“${name}”匹配，请核对`,
  pinyin: (name) => `按拼音匹配为“${name}”，请核对`,
  part: (name) => `品名不全，按“${name}”匹配，请核对`,
  similar: (name) => `品名相近，按“${name}”匹配，请核对`,
};

/** Ways in which a line names a drug for sure. */
const named: ReadonlySet<NameKind> = new Set(['exact', 'code', 'short', 'drug', 'other']);

/** The same goods by other makers, where the line names none and its spec is all there. */
export function peersOf(best: Explanation, found: readonly Explanation[]): PurchaseProduct[] {
  if (best.hasMaker || !named.has(best.name) || !isSpecGiven(best, found)) return [];
  return rivalsOf(best, found)
    .map(({ product }) => product)
    .filter(
      ({ name, spec, size, unit }) =>
        name === best.product.name &&
        spec === best.product.spec &&
        size === best.product.size &&
        unit === best.product.unit,
    );
}

/** The line names the spec in full, or there is but one. */
function isSpecGiven(best: Explanation, found: readonly Explanation[]): boolean {
  return isFull(best) || rivalsOf(best, found).every(({ product }) => product.spec === best.product.spec);
}

/** Others that the line would name just as well: nothing in it decides between them. */
function rivalsOf(best: Explanation, found: readonly Explanation[]): Explanation[] {
  return found.filter(
    (one) =>
      one !== best &&
      (best.name === 'exact' ? one.name === 'exact' || one.name === 'code' : named.has(one.name)) &&
      (best.name === 'exact'
        ? one.product.name === best.product.name
        : one.read.drug.drug === best.read.drug.drug) &&
      one.spec.strange.length === 0 &&
      (!best.hasMaker || one.hasMaker) &&
      // A line that names a spec in full has decided against every other.
      !(isFull(best) && !isFull(one)),
  );
}

/** Named by the whole of its spec. */
export function isFull({ spec, isSpecSilent }: Explanation): boolean {
  return !isSpecSilent && spec.named === spec.needed && !spec.isSoft;
}

function isGiven(best: Explanation, found: readonly Explanation[]): boolean {
  return (
    isFull(best) &&
    best.spec.strange.length === 0 &&
    found.every((one) => one === best || one.product.id === best.product.id || !isFull(one))
  );
}

function rivalText(best: Explanation, rivals: readonly Explanation[]): string {
  const specs = new Set([best, ...rivals].map(({ product }) => product.spec));
  const makers = new Set([best, ...rivals].map(({ product }) => product.maker));
  if (specs.size > 1 && makers.size > 1) return `有${rivals.length + 1}个规格和厂家，请选择`;
  if (specs.size > 1) return `有${specs.size}个规格，请选择`;
  return makers.size > 1 ? `有${makers.size}个厂家，请选择` : '有几个等级或包装，请选择';
}
