import { otcClasses, otcClassOf } from '#lib/rules/goods/otc.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { CategoryRow } from '../repos/categories.ts';
import type { IndexedProduct } from '../repos/goods.ts';
import { Dictionary } from './dictionary.ts';
import { otherPinyinOf, type Pinyin } from './pinyin.ts';
import { splitSyllables } from './syllables.ts';
import { TextIndex } from './text-index.ts';

/** What the products are and by which texts they are found; numbered from 0 in the order of their ids. */
export class Products {
  readonly places = new Map<number, number>();
  readonly hashes: string[] = [];
  readonly names: string[] = [];
  readonly scopes: string[] = [];
  readonly categories: number[] = [];
  readonly otc: number[] = [];
  readonly makers: number[] = [];
  readonly brands: number[] = [];
  readonly forms: number[] = [];
  readonly specs: number[] = [];
  /** Products that are one goods in several sizes or grades (S / M, 统货 / 选货). -1 = comes in one only. */
  readonly families: number[] = [];
  readonly makerNames = new Dictionary();
  readonly brandNames = new Dictionary();
  readonly formNames = new Dictionary();
  readonly specNames = new Dictionary();
  private readonly familyNames = new Dictionary();

  readonly text = {
    name: new TextIndex(),
    brand: new TextIndex(),
    maker: new TextIndex(),
    spec: new TextIndex(),
    form: new TextIndex(),
    size: new TextIndex(),
    shelf: new TextIndex(),
    indications: new TextIndex(),
    initials: new TextIndex(),
    pinyin: new TextIndex(),
    makerInitials: new TextIndex(),
    makerPinyin: new TextIndex(),
    code: new TextIndex(),
  };

  /** Syllables of each value of `text.pinyin`; null where they could not be told apart. */
  readonly syllables: (readonly string[] | null)[] = [];
  /** Per product the number of its value in `text.pinyin`, -1 for none. */
  private readonly readings: number[] = [];
  private readonly shelfNames: ReadonlyMap<number, string>;

  constructor(categories: readonly CategoryRow[]) {
    this.shelfNames = shelfNames(categories);
  }

  /** Products by name and spec; made when it is first asked for. */
  private drugs: Map<string, number[]> | undefined;

  /** Places of the products of the same name and spec, itself among them. */
  sameDrug(place: number): readonly number[] {
    const keyOf = (at: number) => `${this.specs[at]} ${this.names[at]}`;
    this.drugs ??= Map.groupBy(this.names.keys(), keyOf);
    return this.drugs.get(keyOf(place)) ?? [];
  }

  get count(): number {
    return this.names.length;
  }

  add(row: IndexedProduct): void {
    const place = this.count;
    this.places.set(row.id, place);
    this.hashes.push(row.rowHash);
    this.names.push(row.name);
    this.scopes.push(row.scope);
    this.categories.push(row.categoryId);
    this.otc.push(otcClasses.indexOf(otcClassOf(row.otc)));
    this.makers.push(this.makerNames.number(row.maker));
    this.brands.push(this.brandNames.number(row.brand));
    this.forms.push(this.formNames.number(row.form));
    this.specs.push(this.specNames.number(row.spec));
    const { name, brand, maker, form, size } = row;
    this.families.push(size === '' ? -1 : this.familyNames.number([name, brand, maker, form].join('|')));
    const { text } = this;
    text.name.add(normalizeText(row.name), place);
    text.brand.add(normalizeText(row.brand), place);
    text.maker.add(normalizeText(row.maker), place);
    text.spec.add(normalizeText(row.spec), place);
    text.form.add(normalizeText(row.form), place);
    text.size.add(normalizeText(row.size), place);
    text.shelf.add(normalizeText(this.shelfNames.get(row.categoryId) ?? row.kind), place);
    // 急、慢性腹泻 is looked for without its marks.
    text.indications.add(normalizeText(row.indications).replace(/[、，,。；;：:\s]/g, ''), place);
    this.addReading({ full: row.pinyin, initials: row.initials }, place);
    const other = otherPinyinOf(row.name);
    if (other !== null) this.addReading(other, place);
    text.makerInitials.add(row.makerInitials, place);
    text.makerPinyin.add(row.makerPinyin, place);
    for (const code of [row.approvalNo, row.nationalCode, row.barcode])
      text.code.add(normalizeText(code), place);
    this.readings.push(text.pinyin.idOf(row.pinyin) ?? -1);
  }

  private addReading({ full, initials }: Pinyin, place: number): void {
    this.text.initials.add(initials, place);
    this.text.pinyin.add(full, place);
    if (this.text.pinyin.values.length > this.syllables.length)
      this.syllables.push(splitSyllables(full, initials));
  }

  nameOf(place: number): string {
    return this.names[place] ?? '';
  }

  /** The id of a product's category; -1 for a place where there is no product. */
  categoryOf(place: number): number {
    return this.categories[place] ?? -1;
  }

  makerOf(place: number): string {
    return this.makerNames.text(this.makers[place] ?? -1);
  }

  brandOf(place: number): string {
    return this.brandNames.text(this.brands[place] ?? -1);
  }

  /** The syllables of a product's name, null where they are not known. */
  syllablesOf(place: number): readonly string[] | null {
    return this.syllables[this.readings[place] ?? -1] ?? null;
  }
}

/** 化学药 抗感染 青霉素类: the names of a category from the top down. */
function shelfNames(categories: readonly CategoryRow[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { id, parentId, name } of categories) {
    const above = parentId === null ? '' : `${names.get(parentId) ?? ''} `;
    names.set(id, above + name);
  }
  return names;
}
