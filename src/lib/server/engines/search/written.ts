import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { TextIndex } from './text-index.ts';

/** Texts for an index as written: each distinct one is normalized once until all are added. */
export class Written {
  private readonly index: TextIndex;
  private readonly normalized: (text: string) => string;
  private readonly ids = new Map<string, number>();

  constructor(index: TextIndex, normalized = normalizeText) {
    this.index = index;
    this.normalized = normalized;
  }

  /** Adds a text of a thing; see {@link TextIndex.add}. */
  add(text: string, owner: number): void {
    if (text === '') return;
    const known = this.ids.get(text);
    if (known !== undefined && this.index.isOpen) {
      this.index.carry(known, owner);
      return;
    }
    const normalized = this.normalized(text);
    // Of two equal texts one is stored.
    const id = this.index.add(normalized === text ? text : normalized, owner);
    if (this.index.isOpen && id >= 0) this.ids.set(text, id);
  }

  /** Clears the memo when no more texts follow. */
  forget(): void {
    this.ids.clear();
  }
}
