import { otcClasses, otcClassOf } from '#lib/rules/goods/otc.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { CategoryTree } from './category-tree.ts';
import { type Column, IdTable, numbersOf } from './columns.ts';
import { Dictionary } from './dictionary.ts';
import { SyllableLists, splitSyllables } from './grams.ts';
import type { IndexedProduct } from './indexed-rows.ts';
import { otherPinyinOf, type Pinyin } from './pinyin.ts';
import { ProductGroups } from './product-groups.ts';
import { TextIndex } from './text-index.ts';
import { Written } from './written.ts';

/** Numbers stored next to each other for each product: half a cache line of the processor. */
export const productFactsEach = 8;

/** Their order, as numbers: of the category in the tree, of the OTC class, of the others in their dictionaries. */
export const productFact = {
  category: 0,
  maker: 1,
  form: 2,
  spec: 3,
  counter: 4,
  name: 5,
  brand: 6,
  scope: 7,
} as const;

/**
 * The products and the texts by which they are found, with room for later ones. A changed product gets a new index; the
 * old one stays unchanged, without items.
 */
export class Products {
  readonly ids: Int32Array;
  readonly places: IdTable;
  /** 1: the product has another index now. */
  readonly isGone: Uint8Array;
  /**
   * Facts that every list counts by, next to each other: numbers of category, maker, form, spec, OTC class, name, brand
   * and scope.
   */
  readonly facts: Int32Array;
  readonly scopeNames = new Dictionary();
  readonly genericNames = new Dictionary();
  readonly makerNames = new Dictionary();
  readonly brandNames = new Dictionary();
  readonly formNames = new Dictionary();
  readonly specNames = new Dictionary();
  /** Number of products, removed ones included. */
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

  /** Syllables of each value of `text.pinyin`. */
  readonly syllables = new SyllableLists();
  /** Per product the number of its value in `text.pinyin`, -1 for none. */
  private readonly readings: Int32Array;
  /** Per product two hash numbers of its row. */
  private readonly prints: Int32Array;
  private readonly tree: CategoryTree;
  /** Texts in their normal form; those of a catalogue repeat often. */
  private readonly written = {
    name: new Written(this.text.name),
    brand: new Written(this.text.brand),
    maker: new Written(this.text.maker),
    spec: new Written(this.text.spec),
    form: new Written(this.text.form),
    size: new Written(this.text.size),
    shelf: new Written(this.text.shelf),
    // 急、慢性腹泻 is searched without its punctuation.
    indications: new Written(this.text.indications, (text) =>
      normalizeText(text).replace(/[、，,。；;：:\s]/g, ''),
    ),
  };
  private readonly otcNumbers = new Map<string, number>();
  private otherReadings: (Pinyin | null)[] = [];
  readonly groups: ProductGroups;

  /** An empty table with room for `room` products. */
  constructor(tree: CategoryTree, room: number) {
    this.tree = tree;
    this.ids = new Int32Array(room);
    this.places = new IdTable(this.ids);
    this.isGone = new Uint8Array(room);
    this.groups = new ProductGroups(this.isGone);
    this.facts = new Int32Array(room * productFactsEach);
    this.readings = new Int32Array(room);
    this.prints = new Int32Array(room * 2);
  }

  /** Appends a row; a known product moves to this index. False when there is no room. */
  add(row: IndexedProduct): boolean {
    const place = this.count;
    if (place === this.ids.length) return false;
    this.count = place + 1;
    const before = this.groups.isPacked ? this.places.get(row.id) : undefined;
    if (before !== undefined) this.isGone[before] = 1;
    this.ids[place] = row.id;
    this.places.add(row.id, place);
    this.prints.set(row.print, place * 2);
    const category = this.tree.numberOf(row.categoryId);
    const name = this.genericNames.number(row.name);
    const maker = this.makerNames.number(row.maker);
    const brand = this.brandNames.number(row.brand);
    const form = this.formNames.number(row.form);
    const spec = this.specNames.number(row.spec);
    const { facts } = this;
    const first = place * productFactsEach;
    facts[first + productFact.category] = category;
    facts[first + productFact.maker] = maker;
    facts[first + productFact.form] = form;
    facts[first + productFact.spec] = spec;
    facts[first + productFact.counter] = this.otcNumber(row.otc);
    facts[first + productFact.name] = name;
    facts[first + productFact.brand] = brand;
    facts[first + productFact.scope] = this.scopeNames.number(row.scope);
    this.addTexts(row, place);
    this.groups.add(place, { name, spec, maker, brand, form, category, isSized: row.size !== '' });
    return true;
  }

  private addTexts(row: IndexedProduct, place: number): void {
    const { text, written } = this;
    written.name.add(row.name, place);
    written.brand.add(row.brand, place);
    written.maker.add(row.maker, place);
    written.spec.add(row.spec, place);
    written.form.add(row.form, place);
    written.size.add(row.size, place);
    written.shelf.add(this.tree.shelfName(row.categoryId) ?? row.kind, place);
    written.indications.add(row.indications, place);
    this.readings[place] = this.addReading({ full: row.pinyin, initials: row.initials }, place);
    const other = this.otherReading(this.nameAt(place), row.name);
    if (other !== null) this.addReading(other, place);
    text.makerInitials.add(row.makerInitials, place);
    text.makerPinyin.add(row.makerPinyin, place);
    text.code.add(normalizeText(row.approvalNo), place);
    text.code.add(normalizeText(row.nationalCode), place, true);
    text.code.add(normalizeText(row.barcode), place);
  }

  private otcNumber(otc: string): number {
    let number = this.otcNumbers.get(otc);
    if (number === undefined) {
      number = otcClasses.indexOf(otcClassOf(otc));
      this.otcNumbers.set(otc, number);
    }
    return number;
  }

  private addReading({ full, initials }: Pinyin, place: number): number {
    this.text.initials.add(initials, place);
    const id = this.text.pinyin.add(full, place);
    if (this.text.pinyin.values.length > this.syllables.length)
      this.syllables.push(splitSyllables(full, initials));
    return id;
  }

  /** The other reading of the name with a number. */
  private otherReading(number: number, name: string): Pinyin | null {
    let made = this.otherReadings[number];
    if (made === undefined) {
      made = otherPinyinOf(name);
      this.otherReadings[number] = made;
    }
    return made;
  }

  /** Packs the added products; pauses between its steps. Until then nothing is found. */
  *pack(): Generator<void, void> {
    for (const index of Object.values(this.text)) yield* index.pack();
    for (const source of Object.values(this.written)) source.forget();
    this.otherReadings = [];
    this.groups.pack(numbersOf(this.column('category'), this.count), this.tree.rows.length);
  }

  /** Whether the product at an index equals this row. */
  isSame(place: number, { print }: IndexedProduct): boolean {
    return this.prints[place * 2] === print[0] && this.prints[place * 2 + 1] === print[1];
  }

  /** Numbers of one kind, of all products. */
  column(kind: keyof typeof productFact): Column {
    return { numbers: this.facts, each: productFactsEach, nth: productFact[kind] };
  }

  /** -1 for an index without a product. */
  private factAt(place: number, nth: number): number {
    return this.facts[place * productFactsEach + nth] ?? -1;
  }

  /** The number of a product's name among `genericNames`. */
  nameAt(place: number): number {
    return this.factAt(place, productFact.name);
  }

  nameOf(place: number): string {
    return this.genericNames.text(this.nameAt(place));
  }

  specOf(place: number): string {
    return this.specNames.text(this.factAt(place, productFact.spec));
  }

  /** The id of a product's category; -1 for an index without a product. */
  categoryOf(place: number): number {
    return place < 0 || place >= this.count
      ? -1
      : (this.tree.rows[this.factAt(place, productFact.category)]?.id ?? -1);
  }

  scopeOf(place: number): string {
    return this.scopeNames.text(this.scopeAt(place));
  }

  /** The number of a product's scope among `scopeNames`; -1 for an index without a product. */
  scopeAt(place: number): number {
    return this.factAt(place, productFact.scope);
  }

  /** The number of a product's maker among `makerNames`. */
  makerAt(place: number): number {
    return this.factAt(place, productFact.maker);
  }

  /** The number of a product's brand among `brandNames`. */
  brandAt(place: number): number {
    return this.factAt(place, productFact.brand);
  }

  /** The number of a product's OTC class among `otcClasses`. */
  otcAt(place: number): number {
    return this.factAt(place, productFact.counter);
  }

  makerOf(place: number): string {
    return this.makerNames.text(this.makerAt(place));
  }

  brandOf(place: number): string {
    return this.brandNames.text(this.brandAt(place));
  }

  /** The syllables of a product's name; null where unknown. */
  syllablesOf(place: number): readonly string[] | null {
    return this.syllables.of(this.readings[place] ?? -1);
  }
}
