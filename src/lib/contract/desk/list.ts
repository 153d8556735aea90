/**
 * The declaration of a list of the desks. Its call, search, pages, sorting, columns, file, views, keyboard, acts and bulk
 * acts follow from it (docs/how-to/desk-list.md). Title, side and permission are those of its page in the route table.
 */
import type { CellFields } from '#lib/rules/changes/cells.ts';
import { parseSort, type SortColumn, type SortKey, type SortKind } from '#lib/rules/changes/cursor.ts';
import type { ChangeSubject } from '#lib/rules/changes/set-source.ts';
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { deskPages } from '../routes/desk.ts';
import type { RoutePath } from '../routes.ts';
import type { BulkRunWire } from './bulk.ts';
import {
  type ActField,
  type CellTypes,
  type Column,
  type ColumnKind,
  type Filter,
  reasonBox,
} from './fields.ts';
import type { DeskView } from './views.ts';

/** Pages of the desks that lists may be on. */
export type ListPath = Exclude<Extract<RoutePath, `/desk/${string}`>, '/desk/login' | '/desk/join'>;

/** What is done to a row by a button, and to ticked rows by the bar below them. */
export interface Act {
  /** The button: 提醒. */
  text: string;
  /** Said when it is done. */
  done: string;
  /** A hidden flag of the row; without it in a row there is no button. */
  when?: string;
  /** A flag of the row that turns the button off, and its text then. */
  off?: { by: string; text: string };
  /** Boxes of a dialog, by the names of the call's input. */
  fields?: Readonly<Record<string, ActField>>;
  /** It wants a reason, which its audit entry keeps; a text says who else reads it: 企业会看到. */
  reason?: true | string;
  /** Said above the boxes of its dialog, with these columns of the row. */
  about?: string;
  shows?: readonly string[];
  /** Columns of the row that are sent along: the act is refused where they have changed since. Not for `isBulk`. */
  sends?: readonly string[];
  /** A question before it is done; `fields` ask by themselves. */
  asks?: string;
  /**
   * The act that undoes it, which 撤销 calls on the rows that it changed and nobody has changed since. Of one that is
   * `isBulk` it is so too. The audit entries of both have the subject and the key of the row.
   */
  undo?: string;
  /** It has no button: 撤销 alone calls it. */
  isUndoOnly?: boolean;
  /** It can be done to many rows: it is safe to repeat. */
  isBulk?: boolean;
  /** For the people of this side of a list that both have. */
  side?: Side;
  /**
   * Decided by a second person: by the rule of a kind (rules 15), and its use case answers whether it `waits`; or always,
   * on another list.
   */
  second?: ActKind | { queue: ListPath };
  /** Moves money: the person has to prove who they are (contract/call.ts). */
  sure?: boolean;
}

/** What an act answers that can be undone, or that a second person decides. */
export interface ActDone<Row> {
  row: Row | null;
  /** 1: a second person has to pass it. */
  waits: 0 | 1;
  /** The entry of the audit log that it left, by which it is undone; 0 where it changed nothing. */
  entry: number;
}

/** It answers the row alone. */
export function isPlain({ undo, second }: Act): boolean {
  return undo === undefined && second === undefined;
}

/** Side of the people who do an act of a list: of one that both sides have, the platform's unless the act names it. */
export function sideOf({ page }: Pick<ListShape, 'page'>, { side }: Act): Side {
  return side ?? (deskPages[page].who === 'merchant' ? 'merchant' : 'platform');
}

/** The acts that 撤销 calls. */
export function undoesOf({ acts = {} }: ListShape): ReadonlySet<string> {
  return new Set(Object.values(acts).flatMap(({ undo }) => undo ?? []));
}

/** The boxes of an act's dialog, its reason the last; null for an act without a dialog. */
export function boxesOf({ fields, reason }: Act): Readonly<Record<string, ActField>> | null {
  if (reason === undefined) return fields ?? null;
  return { ...fields, reason: reasonBox(reason) };
}

export interface ListShape {
  page: ListPath;
  /** Ids are whole numbers unless this says that they are texts. */
  key?: 'text';
  columns: Readonly<Record<string, Column>>;
  filters: Readonly<Record<string, Filter>>;
  /** The first order, as in an address: `-at` is the newest first. The id is called `id`. */
  sort: string;
  /** Another first order for choices of a box: work that waits begins with the oldest, all else with the newest. */
  sorts?: { box: string; by: Readonly<Record<string, string>> };
  acts?: Readonly<Record<string, Act>>;
  /** Figures above the list, of the same search. */
  facts?: Readonly<Record<string, Column>>;
  /** Said beside the figures. */
  factsNote?: string;
  /** Columns that are changed in their cells, and by sets of changes for many rows (rules 18), by their names. */
  edits?: CellFields<string>;
  /** The kind of rows that these sets change; goods without it. */
  subject?: ChangeSubject;
  /** Rows are counted up to this number; `maxDeskRows` without it. */
  countsTo?: number;
  /** Said where nothing was found. */
  none: string;
}

/** Checks a declaration, and keeps its exact type. */
export function defineList<const D extends ListShape>(list: D): D {
  return list;
}

type Cells<C extends Readonly<Record<string, { kind: ColumnKind }>>> = {
  -readonly [K in keyof C]: CellTypes[C[K]['kind']];
};

/** Ids of a list's rows. */
export type IdOf<D extends ListShape> = D extends { key: 'text' } ? string : number;

/** A row as the wire writes it. */
export type RowOf<D extends ListShape> = { id: IdOf<D> } & Cells<D['columns']>;

/** The figures above a list. */
export type FactsOf<D extends ListShape> = D extends { facts: Readonly<Record<string, Column>> }
  ? Cells<D['facts']>
  : null;

/** The values of the search boxes; an empty text is none. */
export type ValuesOf<D extends ListShape> = { -readonly [K in keyof D['filters']]: string };

/** What every list is asked besides its search. */
export interface Place {
  sort: string;
  /** A page begins behind this place, or ends before the other; both empty are the first page. */
  after: string;
  before: string;
  size: number;
  /** Names of the shown columns, separated by commas; empty are those of the declaration. */
  columns: string;
}

/** A row, an answer and a question of any list. */
export type AnyRow = { id: string | number } & Record<string, string | number | null>;
export type AnyCells = Record<string, string | number | null>;
export type AnyAnswer = ListAnswer<AnyRow, AnyCells | null>;
export type AnyAsked = Place & Record<string, string | number>;

/** What the island of a list is given. */
export interface OpenedList<D extends ListShape> {
  list: D;
  title: string;
  icon: string;
  initial: ListAnswer<RowOf<D>, FactsOf<D>>;
  asked: Place;
  /** The person's saved views, and the search of this address as a view would keep it. */
  views: DeskView[];
  search: string;
  /** Roles that a view can be shared with. */
  roles: { value: string; text: string }[];
  /** Acts on many rows that are at work, or have ended lately. */
  runs: BulkRunWire[];
}

/** A page of a list. */
export interface ListAnswer<Row, Facts = unknown> {
  rows: Row[];
  /** Counted to `maxDeskRows`; above it `is_more` is 1. */
  total: number;
  is_more: 0 | 1;
  /** Places of the neighbouring pages; null where there are none. */
  next: string | null;
  before: string | null;
  /** The search as it was read: with the days that an empty one stands for. */
  values: Record<string, string>;
  /** Sums of the summed columns over all that was found; null for more rows than are counted. */
  sums: Record<string, string> | null;
  facts: Facts;
}

/** `papers` of `/desk/papers`: the name in addresses of calls and in saved views. */
export function listName(list: ListShape): string {
  return list.page.slice('/desk/'.length);
}

/** The declaration as the people of a side see it: columns, boxes and acts of the other side are left out. */
export function seenBy(list: ListShape, side: Side): ListShape {
  const isTheirs = (one: { side?: Side }) => one.side === undefined || one.side === side;
  const columns = Object.entries(list.columns).map(
    ([name, column]) => [name, isTheirs(column) ? column : { ...column, isHidden: true }] as const,
  );
  const filters = Object.entries(list.filters).filter(([, filter]) => isTheirs(filter));
  const acts = list.acts && Object.entries(list.acts).filter(([, act]) => isTheirs(act));
  const { edits, ...rest } = list;
  return {
    ...rest,
    // A merchant's rows are changed by its own people.
    ...(edits && side === 'merchant' && { edits }),
    columns: Object.fromEntries(columns),
    filters: Object.fromEntries(filters),
    ...(acts && { acts: Object.fromEntries(acts) }),
  };
}

export function listTitle(list: ListShape): string {
  return deskPages[list.page].title;
}

const sortKinds: Record<ColumnKind, SortKind> = {
  text: 'text',
  word: 'text',
  moment: 'moment',
  day: 'day',
  money: 'whole',
  number: 'whole',
  flag: 'yes',
};

/** The order of a text of an address; null where it is none of this list. Empty is the list's first order. */
export function readSort(list: ListShape, text: string): readonly SortKey[] | null {
  const allowed = Object.entries(list.columns).flatMap(
    ([name, { kind, isSortable, isNullable }]): SortColumn[] =>
      isSortable ? [{ name, kind: sortKinds[kind], isNullable: isNullable === true }] : [],
  );
  return parseSort(text || list.sort, allowed, { name: 'id', kind: list.key === 'text' ? 'text' : 'whole' });
}

/** The order of an address without one, for the values of its boxes. */
export function firstSort({ sort, sorts }: ListShape, values: Readonly<Record<string, string>>): string {
  return sorts?.by[values[sorts.box] ?? ''] ?? sort;
}

/** The columns of a table or file in their order: the chosen ones, or those that are shown at first. */
export function shownColumns(list: ListShape, chosen: string): [name: string, column: Column][] {
  const all = Object.entries(list.columns).filter(([, { isHidden }]) => isHidden !== true);
  const names = chosen.split(',').filter((name) => all.some(([known]) => known === name));
  if (names.length === 0) return all.filter(([, { isOptional }]) => isOptional !== true);
  const isChosen = (name: string, { isTitle }: Column) => isTitle === true || names.includes(name);
  return all.filter(([name, column]) => isChosen(name, column));
}

/** A search in words: 状态：审核通过，注册开始：2026-11-01. Empty boxes are left out. */
export function searchText({ filters }: ListShape, values: Readonly<Record<string, string>>): string {
  return Object.entries(filters)
    .flatMap(([name, { label, words }]) => {
      const value = values[name] ?? '';
      return value === '' || value === 'all' ? [] : [`${label}：${words?.[value] ?? value}`];
    })
    .join('，');
}
