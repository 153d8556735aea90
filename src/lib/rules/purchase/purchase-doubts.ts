/** Why a line of a purchase list is not certain. */
import { makerIn } from '#lib/rules/names/makers.ts';
import { isMeant } from '#lib/rules/names/trade-names.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';
import { type Doubt, inOrder } from './doubt-kinds.ts';
import { hasMark } from './mark.ts';
import type { PurchaseProduct, ReadProduct } from './product.ts';
import type { Explanation } from './purchase-explain.ts';
import type { PurchaseLine } from './purchase-line.ts';
import type { Pieces } from './purchase-quantity.ts';
import { isFull, otherDrugs, rivalsOf } from './rivals.ts';
import { strengthOf } from './strength.ts';

/** The context of a verdict besides the best product. */
type Around = {
  found: readonly Explanation[];
  candidates: readonly ReadProduct[];
  peers: readonly PurchaseProduct[];
  counted: Pieces;
};

/** All reasons why a row is not certain: what may be another drug first, then the others by weight. */
export function doubtsOf(line: PurchaseLine, best: Explanation, around: Around): Doubt[] {
  const { found, candidates, peers, counted } = around;
  const doubts: Doubt[] = [];
  const { product } = best;
  const isByCode = best.name === 'code' || line.codes.length > 0;
  if (isByCode) doubts.push(...doubtsOfCodes(line, best, { found, candidates }));
  const nameDoubt = isByCode && best.name === 'code' ? null : doubtOfName(line, best, found);
  if (nameDoubt) doubts.push(nameDoubt);
  if (best.spec.strange.length > 0) doubts.push({ kind: 'spec', text: strangeText(line, best) });
  else if (best.spec.isSoft)
    doubts.push({ kind: 'spec', text: `规格单位不同：平台为${product.spec}，请核对` });
  const { mark } = line;
  if (mark !== null && !hasMark(product, mark))
    doubts.push({ kind: 'maker', about: mark.name, text: `平台无${mark.name}牌，换为其他厂家，请核对` });
  if (best.rest !== '') doubts.push(doubtOfRest(best));
  if (!isByCode) doubts.push(...doubtsOfRivals(line, best, { found, peers, counted }));
  if (counted.doubt) doubts.push(counted.doubt);
  return inOrder(doubts);
}

function doubtsOfCodes(
  line: PurchaseLine,
  best: Explanation,
  { found, candidates }: Pick<Around, 'found' | 'candidates'>,
): Doubt[] {
  const doubts: Doubt[] = [];
  if (line.codes.length > 1) doubts.push({ kind: 'code', text: '一行里有几个编码，请核对' });
  const owners = candidates.filter((read) =>
    read.codes.some(({ code }) => line.codes.some((one) => one.code === code)),
  );
  const isOwner = ({ product }: Explanation) => owners.some((read) => read.product.id === product.id);
  if (owners.length === 0) doubts.push({ kind: 'code', text: '行内的编码与商品不符，请核对' });
  else if (!isOwner(best)) doubts.push({ kind: 'code', text: '编码与品名指向不同的商品，请核对' });
  else if (owners.length > 1 && !isGiven(best, found.filter(isOwner)))
    doubts.push({ kind: 'choice', text: `该批准文号有${owners.length}个规格，请选择` });
  // The text of a line with a code must name the same product.
  else if (best.name === 'similar') doubts.push({ kind: 'code', text: '编码相符而品名有出入，请核对' });
  return doubts;
}

/** A mark is one maker's: where its goods are not sold, other makers' are another choice. */
function doubtOfName(line: PurchaseLine, best: Explanation, found: readonly Explanation[]): Doubt | null {
  const { other } = line;
  const { name, brand } = best.product;
  const isMark = other !== null && other.name.kind === '商品名' && normalizeText(brand) !== other.name.name;
  if (isMark && isMeant(other.name, best.read.name))
    return {
      kind: 'trade',
      about: other.name.name,
      text: `“${other.name.name}”是商品名，平台无原研，按通用名“${name}”匹配其他厂家，请核对`,
    };
  if (best.name === 'other' && other?.isSlip)
    return { kind: 'typo', text: `品名疑有别字，按“${other.name.name}”（${name}）匹配，请核对` };
  switch (best.name) {
    case 'similar':
      return { kind: 'drug', text: `品名相近，不一定是同一种药：按“${name}”匹配，请核对` };
    case 'part':
      return doubtOfPart(line, best, found);
    case 'sound':
      if (isAlone(line, best, found)) return null;
      return { kind: 'typo', text: `品名疑有别字，按“${name}”匹配，请核对` };
    case 'pinyin':
      if (otherDrugs(best, found).length > 0 || best.nameScore < 0.9)
        return { kind: 'drug', text: `按拼音匹配为“${name}”，可能是别的药，请核对` };
      if (best.nameScore > 0.96 && isAlone(line, best, found)) return null;
      return { kind: 'typo', text: `按拼音匹配为“${name}”，请核对` };
    default:
      return null;
  }
}

/** A name that is not written to its end, or not from its beginning: then it may be another drug's. */
function doubtOfPart(line: PurchaseLine, best: Explanation, found: readonly Explanation[]): Doubt | null {
  const { name } = best.product;
  if (best.isHeadMissing) return { kind: 'drug', text: `品名缺了开头，不一定是“${name}”，请核对` };
  const [another] = otherDrugs(best, found);
  if (another !== undefined)
    return {
      kind: 'drug',
      text: `品名不全，可能是“${name}”或“${another.product.name}”，请核对`,
    };
  // 布洛芬缓释: the drug's own name is there, and one product fits.
  if (line.text.includes(best.read.drug.drug) && best.spec.strange.length === 0) return null;
  return { kind: 'form', text: `品名不全，按“${name}”匹配，请核对` };
}

/** A misspelt name with its whole spec, which no other drug of the shop has under such a name. */
function isAlone(line: PurchaseLine, best: Explanation, found: readonly Explanation[]): boolean {
  return (
    isFull(best) &&
    best.spec.needed > 1 &&
    otherDrugs(best, found).length === 0 &&
    rivalsOf(line.text, best, found).every(({ product }) => product.name === best.product.name)
  );
}

/** The number that does not fit, and the spec that it was held against. */
function strangeText(line: PurchaseLine, { spec, product }: Explanation): string {
  const written = spec.strange.map(({ start, end }) => line.text.slice(start, end)).join('、');
  return spec.strange.every(({ kind }) => kind === 'bare')
    ? `数字“${written}”没有识别，平台规格为${product.spec}，请核对`
    : `规格不符：您写${written}，平台为${product.spec}，请核对`;
}

function doubtOfRest({ rest, product }: Explanation): Doubt {
  const maker = makerIn(rest);
  if (maker !== null)
    return {
      kind: 'maker',
      about: maker,
      text: `平台无${maker}的“${product.name}”，换为其他厂家，请核对`,
    };
  return { kind: 'text', text: `“${rest.slice(0, 12)}”没有识别，请核对` };
}

function doubtsOfRivals(
  line: PurchaseLine,
  best: Explanation,
  { found, peers, counted }: Pick<Around, 'found' | 'peers' | 'counted'>,
): Doubt[] {
  const rivals = rivalsOf(line.text, best, found);
  if (rivals.length > peers.length) return [rivalDoubt(best, rivals)];
  const { product } = best;
  if (counted.cases !== null && peers.some(({ casePack }) => casePack !== product.casePack))
    return [{ kind: 'packing', text: `各厂家件装不同，现按每件${product.casePack}${product.unit}，请核对` }];
  return [];
}

function isGiven(best: Explanation, found: readonly Explanation[]): boolean {
  return (
    isFull(best) &&
    best.spec.strange.length === 0 &&
    found.every((one) => one === best || one.product.id === best.product.id || !isFull(one))
  );
}

function rivalDoubt(best: Explanation, rivals: readonly Explanation[]): Doubt {
  const all = [best, ...rivals];
  const names = new Set(all.map(({ product }) => product.name));
  const specs = new Set(all.map(({ product }) => product.spec));
  const makers = new Set(all.map(({ product }) => product.maker));
  const sizes = new Set(all.map(({ product }) => product.size));
  const packings = new Set(all.map(({ product }) => `${product.size} ${product.unit}`));
  const choice = (text: string): Doubt => ({ kind: 'choice', text });
  if (names.size > 1) return choice(`有${names.size}种剂型，请选择`);
  // 200丸 or 360丸 of one strength is a question of packing; 10mg or 20mg is none.
  const strengths = new Set(all.map(({ read }) => strengthOf(read)));
  if (specs.size > 1 && strengths.size === 1 && sizes.size === 1)
    return { kind: 'packing', text: `有${specs.size}个规格，按${best.product.spec}，请核对` };
  if (specs.size > 1 && makers.size > 1) return choice(`有${all.length}个规格和厂家，请选择`);
  if (specs.size > 1) return choice(`有${specs.size}个规格，请选择`);
  if (packings.size === 1) return { kind: 'maker', text: `有${makers.size}个厂家，请选择` };
  return choice('有几个等级或包装，请选择');
}
