/** Short runs of characters by which a text is found: one and two characters, and three where all are ASCII. */
function* gramsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    yield text.charAt(at);
    if (at + 1 < text.length) yield text.slice(at, at + 2);
    if (at + 2 < text.length && isAscii(text, at, at + 3)) yield text.slice(at, at + 3);
  }
}

function isAscii(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

const none: readonly number[] = [];

/**
 * Distinct texts with the things that carry them, found by any part of the text. A word is looked up by its rarest
 * gram and then compared, so the answer is exact.
 */
export class TextIndex {
  readonly values: string[] = [];
  /** Per value: the numbers of the things that carry it, ascending. */
  readonly owners: number[][] = [];
  private readonly ids = new Map<string, number>();
  private readonly postings = new Map<string, number[]>();

  /** Says that a thing carries a text; empty texts are left out. Owners come in ascending order. */
  add(text: string, owner: number): void {
    if (text === '') return;
    let id = this.ids.get(text);
    if (id === undefined) {
      id = this.values.length;
      this.ids.set(text, id);
      this.values.push(text);
      this.owners.push([]);
      for (const gram of gramsOf(text)) {
        const list = this.postings.get(gram);
        if (list === undefined) this.postings.set(gram, [id]);
        else if (list[list.length - 1] !== id) list.push(id);
      }
    }
    const owners = this.owners[id];
    if (owners !== undefined && owners[owners.length - 1] !== owner) owners.push(owner);
  }

  /** The text of a number; empty for a number that none has. */
  textOf(id: number): string {
    return this.values[id] ?? '';
  }

  /** The numbers of the things that carry a value, ascending. */
  ownersOf(id: number): readonly number[] {
    return this.owners[id] ?? none;
  }

  /** The number of a text as a whole, or undefined. */
  idOf(text: string): number | undefined {
    return this.ids.get(text);
  }

  /** Numbers of the values that contain `word`, ascending. */
  find(word: string): number[] {
    if (word === '') return [];
    let rarest: number[] | undefined;
    for (const gram of keysOf(word)) {
      const list = this.postings.get(gram);
      if (list === undefined) return [];
      if (rarest === undefined || list.length < rarest.length) rarest = list;
    }
    if (rarest === undefined) return [];
    return word.length === 1 ? rarest : rarest.filter((id) => this.textOf(id).includes(word));
  }
}

/** The longest grams of a word: every text that holds the word holds all of them. */
function keysOf(word: string): string[] {
  if (word.length === 1) return [word];
  const keys: string[] = [];
  for (let at = 0; at + 1 < word.length; at++) {
    const hasThree = at + 2 < word.length && isAscii(word, at, at + 3);
    keys.push(word.slice(at, at + (hasThree ? 3 : 2)));
  }
  return keys;
}
