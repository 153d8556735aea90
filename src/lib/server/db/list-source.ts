/** What a declared list of the desks reads: its SQL, by the names of the declaration (contract/desk/list.ts). */
import type { SQL } from 'drizzle-orm';
import type { Column, ColumnKind } from '#lib/contract/desk/fields.ts';
import type { ListShape, ValuesOf } from '#lib/contract/desk/list.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import type { Db } from './client.ts';

/** Who reads, and when. */
export interface ListReader {
  /** Null for the platform. */
  merchantId: number | null;
  /** Role of the person; missing for a command. */
  role?: string | undefined;
  /** Login name of the person. */
  name: string;
  /** The person; missing for a command. */
  staffId?: number | undefined;
  now: Date;
}

/** Cells as the database has them: amounts are fen, a missing value is null. */
interface CellValues extends Record<ColumnKind, unknown> {
  text: string | null;
  word: string | null;
  moment: Date | string | null;
  day: string | null;
  money: number | null;
  number: number | null;
  flag: boolean | number | null;
}

type CellsOf<C extends Readonly<Record<string, Column>>> = { [K in keyof C]: CellValues[C[K]['kind']] };

export interface ListSource<D extends ListShape> {
  /** Tables with the joins that decide which rows there are: `booking b join …`. */
  from: SQL;
  /** Left joins of one row at most, for columns alone: rows are counted without them, so no box compares with them. */
  shown?: SQL;
  /** A unique column that is never null. */
  key: SQL;
  /** An amount is fen, a flag is a boolean; a column made by `finish` is left out. */
  columns: { [K in keyof D['columns']]?: SQL };
  /** Texts for `finish` alone: no part of the row. */
  extra?: Readonly<Record<string, SQL>>;
  /** Which rows there are for this reader at all. */
  bound?: SQL | undefined;
  /** How a box is compared that names no column, or is not compared with it. */
  filters?: { [F in keyof D['filters']]?: (value: string) => SQL | undefined };
}

export interface ListRows<D extends ListShape> {
  source: (reader: ListReader) => ListSource<D>;
  /** Rows only grow, or no act of the list changes them: they are read on a replica where there is one. */
  isGrowOnly?: true;
  /** Cells that SQL does not make, from the others. */
  finish?: (row: Record<string, unknown>, reader: ListReader) => Record<string, unknown>;
  /** The same for a page at once, from what further queries read; a part for each row, in their order. */
  finishAll?: (
    db: Db,
    rows: readonly Record<string, unknown>[],
    reader: ListReader,
  ) => Promise<Record<string, unknown>[]>;
  /** Keys of a choice that this shop offers; without it all of them. */
  offers?: () => { [F in keyof D['filters']]?: readonly string[] };
  /** What empty boxes stand for at this moment. */
  fill?: (values: ValuesOf<D>, now: Date) => ValuesOf<D>;
  /** The figures above the list, for a declaration with `facts`. */
  facts?: (
    db: Db,
    values: ValuesOf<D>,
    reader: ListReader,
  ) => Promise<D extends { facts: infer F extends Readonly<Record<string, Column>> } ? CellsOf<F> : null>;
}

/** A text of a row for `finish`; empty where it is missing. */
export function cellString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** 湖北省武汉市洪山区 of the texts `province`, `city` and `district` of a row, for `finish`. */
export function regionCell({ province, city, district }: Record<string, unknown>): string {
  return regionText({
    province: cellString(province),
    city: cellString(city),
    district: cellString(district),
  });
}

/** Checks the SQL of a list against its declaration. */
export function listRows<const D extends ListShape>(_list: D, rows: ListRows<D>): ListRows<D> {
  return rows;
}
