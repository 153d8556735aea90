import type { CategoryRow } from '../../catalogue/rows.ts';

/** The categories with their ancestors and descendants. */
export class CategoryTree {
  readonly rows: readonly CategoryRow[];
  private readonly byId: ReadonlyMap<number, CategoryRow>;
  private readonly numbers: ReadonlyMap<number, number>;
  private readonly byParent = new Map<number | null, CategoryRow[]>();
  private readonly shelfNames = new Map<number, string>();

  constructor(rows: readonly CategoryRow[]) {
    this.rows = rows;
    this.byId = new Map(rows.map((row) => [row.id, row]));
    this.numbers = new Map(rows.map((row, number) => [row.id, number]));
    for (const { id, parentId, name } of rows) {
      const above = parentId === null ? '' : `${this.shelfNames.get(parentId) ?? ''} `;
      this.shelfNames.set(id, above + name);
    }
    for (const row of rows) {
      const siblings = this.byParent.get(row.parentId) ?? [];
      siblings.push(row);
      this.byParent.set(row.parentId, siblings);
    }
  }

  /** The index of a category in `rows`; -1 for an unknown one. */
  numberOf(id: number): number {
    return this.numbers.get(id) ?? -1;
  }

  /** 化学药 抗感染 青霉素类: the names of a category from the top down. */
  shelfName(id: number): string | undefined {
    return this.shelfNames.get(id);
  }

  find(id: number): CategoryRow | undefined {
    return this.byId.get(id);
  }

  children(id: number | null): readonly CategoryRow[] {
    return this.byParent.get(id) ?? [];
  }

  /** A category's path from the root, itself last; empty for an unknown one. */
  path(id: number): CategoryRow[] {
    const steps: CategoryRow[] = [];
    for (let row = this.byId.get(id); row !== undefined; row = this.byId.get(row.parentId ?? -1))
      steps.unshift(row);
    return steps;
  }

  /** A category and everything below it. */
  within(id: number): Set<number> {
    const found = new Set<number>([id]);
    for (const row of this.rows) if (row.parentId !== null && found.has(row.parentId)) found.add(row.id);
    return found;
  }
}
