/** Products that a line may mean as well as the best one: by other makers, in another strength, form or packing. */
import type { NameKind } from './named.ts';
import type { PurchaseProduct } from './product.ts';
import type { Explanation } from './purchase-explain.ts';

/** Ways in which a line names a drug for sure. */
const named: ReadonlySet<NameKind> = new Set(['exact', 'code', 'short', 'drug', 'other']);

/** The same goods by other makers, where the line names none and its spec is all there. */
export function peersOf(text: string, best: Explanation, found: readonly Explanation[]): PurchaseProduct[] {
  if (best.hasMaker || best.name === 'similar') return [];
  const rivals = rivalsOf(text, best, found);
  // The line names the spec in full, or there is but one.
  if (!isFull(best) && !rivals.every(({ product }) => product.spec === best.product.spec)) return [];
  return rivals
    .map(({ product }) => product)
    .filter(
      ({ name, spec, size, unit }) =>
        name === best.product.name &&
        spec === best.product.spec &&
        size === best.product.size &&
        unit === best.product.unit,
    );
}

/** Others that the line would name just as well: nothing in it decides between them. */
export function rivalsOf(text: string, best: Explanation, found: readonly Explanation[]): Explanation[] {
  const words = best.read.spec.words.filter((word) => text.includes(word));
  return found.filter(
    (one) =>
      one !== best &&
      (best.name === 'exact'
        ? one.name === 'exact' || one.name === 'code'
        : named.has(one.name) || one.name === best.name) &&
      (best.name === 'exact'
        ? one.product.name === best.product.name
        : one.read.drug.drug === best.read.drug.drug) &&
      one.spec.strange.length === 0 &&
      (!best.hasMaker || one.hasMaker) &&
      // Read with another number as the quantity it fits worse: 0.1*6 10 are ten of six, not six of ten.
      (one.quantity?.start === best.quantity?.start || one.score > best.score - 0.01) &&
      // 选货, 成人: a word of the spec in the line decides.
      words.every((word) => one.read.spec.words.includes(word)) &&
      // A line that names a spec in full has decided against every other.
      !(isFull(best) && !isFull(one)),
  );
}

/** Other drugs that a shortened or misspelt name may mean: as well named, and no number of the line against them. */
export function otherDrugs(best: Explanation, found: readonly Explanation[]): Explanation[] {
  return found.filter(
    (one) =>
      one.read.drug.drug !== best.read.drug.drug &&
      one.spec.strange.length === 0 &&
      // 棉签 means 医用棉签 rather than 碘伏棉签.
      (best.isHeadMissing || !one.isHeadMissing) &&
      !(isFull(best) && !isFull(one)) &&
      (named.has(one.name) || one.nameScore >= best.nameScore - 0.15),
  );
}

/** Named by the whole of its spec. */
export function isFull({
  spec,
  isSpecSilent,
}: {
  spec: Pick<Explanation['spec'], 'named' | 'needed' | 'isSoft'>;
  isSpecSilent: boolean;
}): boolean {
  return !isSpecSilent && spec.named === spec.needed && !spec.isSoft;
}
