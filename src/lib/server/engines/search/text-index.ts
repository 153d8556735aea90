import { IntList, type Numbers, numbersBelow, placeOf } from './columns.ts';
import { type Grain, gramsInto, keysInto } from './grams.ts';
import { PairNumbers } from './pair-numbers.ts';
import { sought, Texts } from './texts.ts';

/** Lists of numbers one after the other: the start of each, and the end of all. */
interface Packed {
  starts: Int32Array;
  items: Numbers;
}

/** Collected before an index is packed. */
interface Collected {
  ids: Map<string, number>;
  /** Pairs, the owners ascending. */
  carried: IntList;
  owners: IntList;
}

/** Values between which packing may pause. */
const portion = 256;

/**
 * Distinct texts with the things that carry them, found by any part of the text. A word is looked up by its rarest gram
 * and then compared, so the result is exact. All are collected and packed; single ones may follow.
 */
export class TextIndex {
  readonly values = new Texts();
  private readonly grain: Grain;
  private collected: Collected | null = { ids: new Map(), carried: new IntList(), owners: new IntList() };
  /** Per value: the numbers of the things that carry it, ascending. */
  private owners: Packed = { starts: new Int32Array(1), items: new Int32Array(0) };
  /** All grams, ascending; and for each in the same order: the numbers of the values with it, ascending. */
  private grams: Int32Array = new Int32Array(0);
  private postings: Packed = this.owners;
  /** Added after packing, by value and by gram. */
  private readonly laterOwners = new Map<number, number[]>();
  private readonly laterPostings = new Map<number, number[]>();

  constructor(grain: Grain = 'any') {
    this.grain = grain;
  }

  /**
   * Adds a text of a thing, and returns the text's number; empty texts are left out (-1). Owners are added in ascending
   * order. `isOwn`: texts are mostly unique, so no duplicate is looked for.
   */
  add(text: string, owner: number, isOwn = false): number {
    if (text === '') return -1;
    if (this.collected === null) return this.addLater(text, owner);
    const { ids } = this.collected;
    let id = isOwn ? undefined : ids.get(text);
    if (id === undefined) {
      id = this.values.length;
      if (!isOwn) ids.set(text, id);
      this.values.push(text);
    }
    this.carry(id, owner);
    return id;
  }

  /** Whether texts are still being collected. */
  get isOpen(): boolean {
    return this.collected !== null;
  }

  /** During collection: a thing carries the text of a number. */
  carry(id: number, owner: number): void {
    this.collected?.carried.push(id);
    this.collected?.owners.push(owner);
  }

  /** Packs the collected texts; pauses between its steps. Until then nothing is found. */
  *pack(): Generator<void, void> {
    if (this.collected === null) return;
    const { carried, owners } = this.collected;
    this.owners = packed(carried.numbers, owners.numbers, this.values.length);
    this.collected = null;
    yield;
    yield* this.packGrams();
  }

  private *packGrams(): Generator<void, void> {
    const numbers = new PairNumbers();
    const counts = new IntList();
    const lastOf = new IntList();
    const grams = new IntList();
    for (let id = 0; id < this.values.length; id++) {
      if (id % portion === 0) yield;
      grams.length = 0;
      gramsInto(grams, this.textOf(id), this.grain);
      for (let at = 0; at < grams.length; at++) {
        const number = numbers.number(grams.at(at));
        if (number === counts.length) {
          counts.push(0);
          lastOf.push(-1);
        }
        if (lastOf.at(number) === id) continue;
        lastOf.set(number, id);
        counts.set(number, counts.at(number) + 1);
      }
    }
    const sorted = Int32Array.from({ length: numbers.count }, (_, number) => numbers.firstOf(number)).sort();
    const starts = new Int32Array(sorted.length + 1);
    // By gram number: the index of its next value.
    const next = new Int32Array(sorted.length);
    for (let place = 0; place < sorted.length; place++) {
      const number = numbers.number(sorted[place] ?? 0);
      const start = starts[place] ?? 0;
      next[number] = start;
      starts[place + 1] = start + counts.at(number);
      lastOf.set(number, -1);
    }
    yield;
    const items = numbersBelow(this.values.length, starts[sorted.length] ?? 0);
    for (let id = 0; id < this.values.length; id++) {
      if (id % portion === 0) yield;
      grams.length = 0;
      gramsInto(grams, this.textOf(id), this.grain);
      for (let at = 0; at < grams.length; at++) {
        const number = numbers.number(grams.at(at));
        if (lastOf.at(number) === id) continue;
        lastOf.set(number, id);
        const free = next[number] ?? 0;
        items[free] = id;
        next[number] = free + 1;
      }
    }
    this.grams = sorted;
    this.postings = { starts, items };
    // Each code is a text of its own; names are few compared to their products.
    if (this.grain === 'part') yield* this.values.pack();
  }

  private addLater(text: string, owner: number): number {
    let id = this.idOf(text);
    if (id === undefined) {
      id = this.values.length;
      this.values.push(text);
      const grams = new IntList();
      gramsInto(grams, text, this.grain);
      for (const gram of new Set(grams.numbers)) append(this.laterPostings, gram, id);
    }
    append(this.laterOwners, id, owner);
    return id;
  }

  /** The text of a number; empty for an unknown number. */
  textOf(id: number): string {
    return this.values.at(id);
  }

  /** The numbers of the things that carry a value, ascending. */
  ownersOf(id: number): Numbers | readonly number[] {
    const { starts, items } = this.owners;
    const later = this.laterOwners.get(id);
    if (id + 1 >= starts.length) return later ?? [];
    const early = items.subarray(starts[id], starts[id + 1]);
    return later === undefined ? early : [...early, ...later];
  }

  /** Calls `visit` with the number of each thing that carries a value. */
  eachOwner(id: number, visit: (owner: number) => void): void {
    const { starts, items } = this.owners;
    const end = starts[id + 1] ?? 0;
    for (let at = starts[id] ?? 0; at < end; at++) visit(items[at] ?? 0);
    if (this.laterOwners.size > 0) for (const owner of this.laterOwners.get(id) ?? []) visit(owner);
  }

  /** The number of a complete text, or undefined. */
  idOf(text: string): number | undefined {
    const whole = sought(text);
    return this.pick(text, (id) => this.values.is(id, whole))[0];
  }

  /** Numbers of the values that contain `word`, ascending. */
  find(word: string): number[] {
    // One character is its own gram.
    if (word.length === 1 && this.grain === 'any') return this.pick(word, () => true);
    const part = sought(word);
    return this.pick(word, (id) => this.values.holds(id, part));
  }

  /** Numbers of the values with the rarest gram of a word that pass. */
  private pick(word: string, isMeant: (id: number) => boolean): number[] {
    if (word === '') return [];
    const keys = new IntList();
    keysInto(keys, word, this.grain);
    const found: number[] = [];
    const take = (id: number) => {
      if (isMeant(id)) found.push(id);
    };
    if (keys.length === 0) for (let id = 0; id < this.values.length; id++) take(id);
    else {
      const { early, end, later } = this.rarestOf(keys);
      for (let at = early; at < end; at++) take(this.postings.items[at] ?? 0);
      for (const id of later) take(id);
    }
    return found;
  }

  /** The shortest list of values among some grams: the packed part, and the part added later. */
  private rarestOf(grams: IntList): { early: number; end: number; later: readonly number[] } {
    const { starts } = this.postings;
    let rarest: { early: number; end: number; later: readonly number[] } | undefined;
    for (let at = 0; at < grams.length; at++) {
      const place = placeOf(this.grams, grams.at(at));
      const early = place < 0 ? 0 : (starts[place] ?? 0);
      const end = place < 0 ? 0 : (starts[place + 1] ?? 0);
      const later = this.laterPostings.get(grams.at(at)) ?? none;
      if (
        rarest === undefined ||
        end - early + later.length < rarest.end - rarest.early + rarest.later.length
      )
        rarest = { early, end, later };
    }
    return rarest ?? { early: 0, end: 0, later: none };
  }
}

const none: readonly number[] = [];

function append(lists: Map<number, number[]>, key: number, item: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else if (list.at(-1) !== item) list.push(item);
}

/** Lists by key built from pairs, in their order, without duplicates; the last item is the largest. */
function packed(keys: Int32Array, items: Int32Array, size: number): Packed {
  const starts = new Int32Array(size + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 0; key < size; key++) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const next = starts.slice();
  const ordered = numbersBelow((items.at(-1) ?? 0) + 1, items.length);
  for (let at = 0; at < items.length; at++) {
    const key = keys[at] ?? 0;
    const free = next[key] ?? 0;
    ordered[free] = items[at] ?? 0;
    next[key] = free + 1;
  }
  return { starts, items: ordered };
}
