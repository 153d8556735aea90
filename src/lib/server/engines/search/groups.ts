/** Things by key: items by product, products by name. Built for all at once; single ones may follow. */
export class Groups {
  /** Start and end of each key's things among `items`, next to each other; ascending. */
  private readonly spans: Int32Array;
  private readonly items: Int32Array;
  /** Things added later, by key. */
  private readonly added = new Map<number, number[]>();

  /** `keys` has the key of each thing, from 0 and below `size`; a thing with a negative key is in no group. */
  constructor(keys: Int32Array, size: number) {
    const next = new Int32Array(size + 1);
    for (let item = 0; item < keys.length; item++) {
      const after = (keys[item] ?? -1) + 1;
      if (after > 0) next[after] = (next[after] ?? 0) + 1;
    }
    for (let key = 1; key <= size; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
    this.spans = new Int32Array(size * 2);
    for (let key = 0; key < size; key++) {
      this.spans[key * 2] = next[key] ?? 0;
      this.spans[key * 2 + 1] = next[key + 1] ?? 0;
    }
    this.items = new Int32Array(next[size] ?? 0);
    for (let item = 0; item < keys.length; item++) {
      const key = keys[item] ?? -1;
      if (key < 0) continue;
      const free = next[key] ?? 0;
      this.items[free] = item;
      next[key] = free + 1;
    }
  }

  /** The things of a key, ascending if they were added so; empty for an unused key. */
  of(key: number): Int32Array | readonly number[] {
    const items = this.items.subarray(this.spans[key * 2] ?? 0, this.spans[key * 2 + 1] ?? 0);
    const more = this.added.get(key);
    return more === undefined ? items : [...items, ...more];
  }

  /** Calls `visit` with each thing of a key. */
  each(key: number, visit: (item: number) => void): void {
    const { spans, items, added } = this;
    const end = spans[key * 2 + 1] ?? 0;
    for (let at = spans[key * 2] ?? 0; at < end; at++) visit(items[at] ?? 0);
    if (added.size > 0) for (const item of added.get(key) ?? []) visit(item);
  }

  add(key: number, item: number): void {
    const list = this.added.get(key);
    if (list === undefined) this.added.set(key, [item]);
    else list.push(item);
  }

  /** Moves the things of a key to a key that had none. */
  move(from: number, to: number): void {
    this.added.set(to, [...this.of(from)]);
    this.added.delete(from);
    if (from * 2 < this.spans.length) this.spans[from * 2 + 1] = this.spans[from * 2] ?? 0;
  }
}
