import { otcClasses, otcClassOf } from '#lib/rules/goods/otc.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { IndexedProduct } from '../repos/indexed.ts';
import type { CategoryTree } from './category-tree.ts';
import { Dictionary } from './dictionary.ts';
import { Groups } from './groups.ts';
import { IdTable } from './id-table.ts';
import { otherPinyinOf, type Pinyin } from './pinyin.ts';
import { splitSyllables } from './syllables.ts';
import { TextIndex } from './text-index.ts';

/** Numbers that stand side by side of each product: as many as a line of the processor's memory holds twice. */
export const productFactsEach = 8;

/**
 * What the products are and by which texts they are found, with room for those that come later. One that changes gets a
 * new place; at its old one it stands as it was, without goods.
 */
export class Products {
  readonly ids: Int32Array;
  readonly places: IdTable;
  /** 1: the product stands elsewhere now. */
  readonly isGone: Uint8Array;
  readonly categories: Int32Array;
  readonly otc: Uint8Array;
  readonly names: Int32Array;
  readonly makers: Int32Array;
  readonly brands: Int32Array;
  readonly forms: Int32Array;
  readonly specs: Int32Array;
  /** What every list counts by, side by side: numbers of category, maker, form, spec, OTC class and name. */
  readonly facts: Int32Array;
  /** 1: it comes in several sizes or grades (S / M, 统货 / 选货). */
  readonly isSized: Uint8Array;
  readonly scopeNames = new Dictionary();
  readonly genericNames = new Dictionary();
  readonly makerNames = new Dictionary();
  readonly brandNames = new Dictionary();
  readonly formNames = new Dictionary();
  readonly specNames = new Dictionary();
  /** How many there are, gone ones among them. */
  count = 0;

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
    code: new TextIndex('part'),
  };

  /** Syllables of each value of `text.pinyin`; null where they could not be told apart. */
  readonly syllables: (readonly string[] | null)[] = [];
  /** Per product the number of its value in `text.pinyin`, -1 for none. */
  private readonly readings: Int32Array;
  private readonly scopes: Uint16Array;
  /** Per product two numbers that tell its row from any other. */
  private readonly prints: Int32Array;
  private readonly tree: CategoryTree;
  /** Texts as they are compared; those of a catalogue come up again and again. */
  private readonly normal = new Map<string, string>();
  private readonly normalIndications = new Map<string, string>();
  private readonly otherReadings = new Map<string, Pinyin | null>();
  private groups: { byName: Groups; byCategory: Groups } | null = null;

  /** No products, and room for so many. */
  constructor(tree: CategoryTree, room: number) {
    this.tree = tree;
    this.ids = new Int32Array(room);
    this.places = new IdTable(this.ids);
    this.isGone = new Uint8Array(room);
    this.categories = new Int32Array(room);
    this.otc = new Uint8Array(room);
    this.names = new Int32Array(room);
    this.makers = new Int32Array(room);
    this.brands = new Int32Array(room);
    this.forms = new Int32Array(room);
    this.specs = new Int32Array(room);
    this.isSized = new Uint8Array(room);
    this.facts = new Int32Array(room * productFactsEach);
    this.readings = new Int32Array(room);
    this.scopes = new Uint16Array(room);
    this.prints = new Int32Array(room * 2);
  }

  /** Takes a row as the last one; where the product was known it stands here now. False when there is no room for it. */
  add(row: IndexedProduct): boolean {
    const place = this.count;
    if (place === this.ids.length) return false;
    this.count = place + 1;
    const before = this.groups === null ? undefined : this.places.get(row.id);
    if (before !== undefined) this.isGone[before] = 1;
    this.ids[place] = row.id;
    this.places.add(row.id, place);
    this.prints.set(row.print, place * 2);
    this.categories[place] = this.tree.numberOf(row.categoryId);
    this.otc[place] = otcClasses.indexOf(otcClassOf(row.otc));
    this.scopes[place] = this.scopeNames.number(row.scope);
    const name = this.genericNames.number(row.name);
    this.names[place] = name;
    this.makers[place] = this.makerNames.number(row.maker);
    this.brands[place] = this.brandNames.number(row.brand);
    this.forms[place] = this.formNames.number(row.form);
    this.specs[place] = this.specNames.number(row.spec);
    this.isSized[place] = row.size === '' ? 0 : 1;
    const { categories, makers, forms, specs, otc } = this;
    for (const [at, column] of [categories, makers, forms, specs, otc, this.names].entries())
      this.facts[place * productFactsEach + at] = column[place] ?? 0;
    this.addTexts(row, place);
    this.groups?.byName.add(name, place);
    this.groups?.byCategory.add(this.categories[place] ?? -1, place);
    return true;
  }

  private addTexts(row: IndexedProduct, place: number): void {
    const { text } = this;
    for (const field of ['name', 'brand', 'maker', 'spec', 'form', 'size'] as const)
      text[field].add(this.normalized(row[field]), place);
    text.shelf.add(this.normalized(this.tree.shelfName(row.categoryId) ?? row.kind), place);
    // 急、慢性腹泻 is looked for without its marks.
    text.indications.add(this.plainIndications(row.indications), place);
    this.readings[place] = this.addReading({ full: row.pinyin, initials: row.initials }, place);
    const other = this.otherReading(row.name);
    if (other !== null) this.addReading(other, place);
    text.makerInitials.add(row.makerInitials, place);
    text.makerPinyin.add(row.makerPinyin, place);
    for (const code of [row.approvalNo, row.nationalCode, row.barcode])
      text.code.add(normalizeText(code), place);
  }

  private normalized(text: string): string {
    let made = this.normal.get(text);
    if (made === undefined) {
      made = normalizeText(text);
      this.normal.set(text, made);
    }
    return made;
  }

  private plainIndications(text: string): string {
    let made = this.normalIndications.get(text);
    if (made === undefined) {
      made = normalizeText(text).replace(/[、，,。；;：:\s]/g, '');
      this.normalIndications.set(text, made);
    }
    return made;
  }

  private addReading({ full, initials }: Pinyin, place: number): number {
    this.text.initials.add(initials, place);
    const id = this.text.pinyin.add(full, place);
    if (this.text.pinyin.values.length > this.syllables.length)
      this.syllables.push(splitSyllables(full, initials));
    return id;
  }

  private otherReading(name: string): Pinyin | null {
    let made = this.otherReadings.get(name);
    if (made === undefined) {
      made = otherPinyinOf(name);
      this.otherReadings.set(name, made);
    }
    return made;
  }

  /** Packs what was added so far; rests between its steps. Until then nothing is found. */
  *pack(): Generator<void, void> {
    for (const index of Object.values(this.text)) yield* index.pack();
    this.normal.clear();
    this.normalIndications.clear();
    this.otherReadings.clear();
    const names = this.names.subarray(0, this.count);
    const categories = this.categories.subarray(0, this.count);
    this.groups = {
      byName: new Groups(names, this.genericNames.values.length),
      byCategory: new Groups(categories, this.tree.rows.length),
    };
  }

  /** Whether the product at a place is as this row says. */
  isSame(place: number, { print }: IndexedProduct): boolean {
    return this.prints[place * 2] === print[0] && this.prints[place * 2 + 1] === print[1];
  }

  /** Places of the products of a category itself, by its number in the tree; those that are gone among them. */
  ofCategory(number: number): Int32Array | readonly number[] {
    return this.groups?.byCategory.of(number) ?? [];
  }

  /** Places of the products of the same name, itself among them. */
  private ofName(place: number): number[] {
    const found: number[] = [];
    for (const at of this.groups?.byName.of(this.names[place] ?? -1) ?? [])
      if (this.isGone[at] === 0) found.push(at);
    return found;
  }

  /** Places of the products of the same name and spec, itself among them. */
  sameDrug(place: number): number[] {
    return this.ofName(place).filter((at) => this.specs[at] === this.specs[place]);
  }

  /** Places of the products that are this one in another size or grade, itself among them. */
  family(place: number): number[] {
    if (this.isSized[place] !== 1) return [place];
    const columns = [this.isSized, this.brands, this.makers, this.forms];
    return this.ofName(place).filter((at) => columns.every((column) => column[at] === column[place]));
  }

  nameOf(place: number): string {
    return this.genericNames.text(this.names[place] ?? -1);
  }

  /** The id of a product's category; -1 for a place where there is no product. */
  categoryOf(place: number): number {
    return place < 0 || place >= this.count ? -1 : (this.tree.rows[this.categories[place] ?? -1]?.id ?? -1);
  }

  scopeOf(place: number): string {
    return this.scopeNames.text(this.scopes[place] ?? -1);
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
