import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { TextIndex } from './text-index.ts';

/** Texts on their way into an index, as they are written: each is brought into its one form once until all are there. */
export class Written {
  private readonly index: TextIndex;
  private readonly normalized: (text: string) => string;
  private readonly ids = new Map<string, number>();

  constructor(index: TextIndex, normalized = normalizeText) {
    this.index = index;
    this.normalized = normalized;
  }

  /** Says that a thing carries a text; see {@link TextIndex.add}. */
  add(text: string, owner: number): void {
    if (text === '') return;
    const known = this.ids.get(text);
    if (known !== undefined && this.index.isOpen) {
      this.index.carry(known, owner);
      return;
    }
    const normalized = this.normalized(text);
    // Of two equal texts one is kept.
    const id = this.index.add(normalized === text ? text : normalized, owner);
    if (this.index.isOpen && id >= 0) this.ids.set(text, id);
  }

  /** Nothing comes again soon. */
  forget(): void {
    this.ids.clear();
  }
}
