/** Products by drug, family and category: built for all at once; single ones may follow. */
import { Groups } from './groups.ts';
import { PairNumbers } from './pair-numbers.ts';

/** Keys of the groups: numbers of texts, and of the category. */
export interface Grouped {
  name: number;
  spec: number;
  maker: number;
  brand: number;
  form: number;
  category: number;
  /** It comes in several sizes or grades (S / M, 统货 / 选货). */
  isSized: boolean;
}

export class ProductGroups {
  /** Per product the number of its drug (name and spec), and of its family; -1 without sizes. */
  private readonly drugs: Int32Array;
  private readonly families: Int32Array;
  private readonly isGone: Uint8Array;
  private readonly ofDrug = new PairNumbers();
  private readonly ofMaker = new PairNumbers();
  private readonly ofBrand = new PairNumbers();
  private readonly ofFamily = new PairNumbers();
  private packed: { byDrug: Groups; byFamily: Groups; byCategory: Groups } | null = null;

  /** Room for as many products as `isGone` has entries; it marks products that are no longer in any group. */
  constructor(isGone: Uint8Array) {
    this.isGone = isGone;
    this.drugs = new Int32Array(isGone.length);
    this.families = new Int32Array(isGone.length);
  }

  get isPacked(): boolean {
    return this.packed !== null;
  }

  /** Adds a product at the next index. */
  add(place: number, { name, spec, maker, brand, form, category, isSized }: Grouped): void {
    const drug = this.ofDrug.number(name, spec);
    const family = isSized
      ? this.ofFamily.number(this.ofMaker.number(name, maker), this.ofBrand.number(brand, form))
      : -1;
    this.drugs[place] = drug;
    this.families[place] = family;
    if (this.packed === null) return;
    this.packed.byDrug.add(drug, place);
    this.packed.byCategory.add(category, place);
    if (family >= 0) this.packed.byFamily.add(family, place);
  }

  /** Builds the groups of all added products; `categories` has a number below `categoryCount` for each. */
  pack(categories: Int32Array, categoryCount: number): void {
    const { length } = categories;
    this.packed = {
      byDrug: new Groups(this.drugs.subarray(0, length), this.ofDrug.count),
      byFamily: new Groups(this.families.subarray(0, length), this.ofFamily.count),
      byCategory: new Groups(categories, categoryCount),
    };
  }

  /** Indexes of the products directly in a category, by its number in the tree; removed ones included. */
  ofCategory(category: number): Int32Array | readonly number[] {
    return this.packed?.byCategory.of(category) ?? [];
  }

  /** The number of a product's drug. */
  drugAt(place: number): number {
    return this.drugs[place] ?? -1;
  }

  /** Indexes of the products of the same name and spec, itself included. */
  sameDrug(place: number): number[] {
    return this.present(this.packed?.byDrug.of(this.drugAt(place)) ?? []);
  }

  /**
   * Indexes of the products that are this one in another size or grade (same name, maker, brand and form), itself
   * included.
   */
  family(place: number): number[] {
    const family = this.families[place] ?? -1;
    return family < 0 ? [place] : this.present(this.packed?.byFamily.of(family) ?? []);
  }

  private present(places: Int32Array | readonly number[]): number[] {
    const found: number[] = [];
    for (const place of places) if (this.isGone[place] === 0) found.push(place);
    return found;
  }
}
