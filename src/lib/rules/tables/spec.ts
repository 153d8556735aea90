/** Tables that people upload or paste: which columns a kind of table has, and how heads name them. */

/** What the cells of a column hold. A count that is merged over rows is never taken for each of them. */
export type ColumnKind = 'text' | 'count' | 'code' | 'money';

/** All lists hold words as `normalHead` writes them: half width, small letters, no blanks. */
export interface ColumnSpec {
  /** Its name on the wire. */
  key: string;
  /** Its name for people. */
  title: string;
  kind: ColumnKind;
  /** Several columns may be it together. */
  isMany?: boolean;
  /** Whole heads. */
  is: readonly string[];
  /** Parts of heads. */
  has?: readonly string[];
  /** A head with one of these parts beats one without. */
  best?: readonly string[];
  /** A head with one of these parts is never this column. */
  never?: readonly string[];
}

export interface TableSpec {
  /** The kind of table, by which a mapping is remembered. */
  name: string;
  columns: readonly ColumnSpec[];
  /** Heads that say that a row is the head, and of which nothing is read. */
  others: readonly string[];
  /** Of each group the table cannot be read without one. */
  needed: readonly (readonly string[])[];
  /** Columns that a head names at least. */
  leastNamed: number;
  /** Filled rows among which the head is looked for, where much stands above it; ten otherwise. */
  headWithin?: number;
  /**
   * The rows of a table without a head: `places` takes the columns by their order where the cells look like data, `own`
   * is up to the reader, `no` is no table.
   */
  headless: 'places' | 'own' | 'no';
}

/** `批发价 (元)：` → `批发价(元)`. */
export function normalHead(cell: string): string {
  return cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*\u200b\ufeff]/g, '')
    .replace(/:$/, '');
}

/** A head without what stands in brackets at its end: `批发价(元)` → `批发价`. */
function withoutUnit(head: string): string {
  return head.replace(/[([][^()[\]]*[)\]]$/, '');
}

/** Characters of the longest head. */
const longestHead = 24;

/** A column that a head names, and how well: 2 beats 1. The key is empty for a head of which nothing is read. */
export interface NamedColumn {
  key: string;
  rank: number;
}

/** The column that a cell names; null for what is no head. */
export function nameColumn(cell: string, spec: TableSpec): NamedColumn | null {
  const full = normalHead(cell);
  if (full === '' || full.length > longestHead || /\d{3}/.test(full) || /[:=]/.test(full)) return null;
  const bare = withoutUnit(full);
  for (const head of [full, bare]) {
    const whole = spec.columns.find(({ is }) => is.includes(head));
    if (whole) return { key: whole.key, rank: rankOf(full, whole) };
    if (spec.others.includes(head)) return { key: '', rank: 0 };
  }
  let isKnown = false;
  for (const column of spec.columns) {
    const { has = [], never = [] } = column;
    if (!has.some((part) => full.includes(part))) continue;
    if (!never.some((part) => full.includes(part))) return { key: column.key, rank: rankOf(full, column) };
    isKnown = true;
  }
  return isKnown ? { key: '', rank: 0 } : null;
}

function rankOf(head: string, { best = [] }: ColumnSpec): number {
  return best.some((part) => head.includes(part)) ? 2 : 1;
}
