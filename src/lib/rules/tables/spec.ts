/** Uploaded or pasted tables: the columns of a kind of table, and their headings. */

/** The content of a column. A count merged over rows never applies to each of them. */
export type ColumnKind = 'text' | 'count' | 'code' | 'money';

/** All lists have words in the form of `normalHead`: half width, lower case, no blanks. */
export interface ColumnSpec {
  /** Its name on the wire. */
  key: string;
  /** Its name for people. */
  title: string;
  kind: ColumnKind;
  /** Several columns may have it together. */
  isMany?: boolean;
  /** Complete headings. */
  is: readonly string[];
  /** Parts of headings. */
  has?: readonly string[];
  /** A heading with one of these parts beats one without. */
  best?: readonly string[];
  /** A heading with one of these parts is never this column. */
  never?: readonly string[];
}

export interface TableSpec {
  /** The kind of table, by which a mapping is remembered. */
  name: string;
  columns: readonly ColumnSpec[];
  /** Headings that identify the header row, but are not read. */
  others: readonly string[];
  /** The table cannot be read without one column of each group. */
  needed: readonly (readonly string[])[];
  /** Least number of columns named in a header. */
  leastNamed: number;
  /** Non-empty rows in which the header is looked for, where much precedes it; ten otherwise. */
  headWithin?: number;
  /**
   * A table without a header: `places` takes the columns in order where the cells look like data, `own` leaves it to
   * the reader, `no` refuses it.
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

/** A heading without brackets at its end: `批发价(元)` → `批发价`. */
function withoutUnit(head: string): string {
  return head.replace(/[([][^()[\]]*[)\]]$/, '');
}

/** Length of the longest heading. */
const longestHead = 24;

/** A column named by a heading, and how well: 2 beats 1. The key is empty for a heading that is not read. */
export interface NamedColumn {
  key: string;
  rank: number;
}

/** The column named by a cell; null for anything else. */
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
