/** The kinds of rows that sets of changes change: how they are found, locked, read and written. */
import type { SQL } from 'drizzle-orm';
import type { CellFields, CellValue } from '#lib/rules/changes/cells.ts';
import { type HeldRow, type Planned, planRow, type RowKind, refused } from '#lib/rules/changes/plan-row.ts';
import type { ChangeSubject } from '#lib/rules/changes/set-source.ts';
import type { GoodsTable } from '#lib/rules/goods/goods-table.ts';
import { ownGoodsAlarm, ownGoodsFault, ownGoodsFields } from '#lib/rules/goods/own-goods.ts';
import { ownGoodsTable } from '#lib/rules/goods/own-goods-table.ts';
import { taxFault, taxFields, taxTable } from '#lib/rules/invoices/tax-table.ts';
import type { AuditAct, AuditSubject } from '#lib/rules/site/audit-acts.ts';
import { isKeyOf, keysOf, tableOf } from '#lib/rules/terms/keys.ts';
import type { Db, Tx } from '../db/client.ts';
import { findIdsBySku, ownGoodsIds, readOwnGoods, writeOwnGoods } from '../goods/own-goods-rows.ts';
import { lockGoods } from '../goods/stock-rows.ts';
import { ownTaxIds, readOwnTaxes, writeOwnTaxes } from '../invoices/own-tax-rows.ts';

/** Values by field. */
export type Values = Readonly<Record<string, CellValue>>;

/** A row of a subject as it is now, with what a change would do to it. */
export interface Loaded {
  label: string;
  values: Values;
  plan(values: Values, seen: Values | null): PlannedRow;
}

/** What happens to a row, with the names of its fields as texts. */
export type PlannedRow = Omit<Planned<string>, 'before' | 'after'> & {
  before: Record<string, CellValue> | null;
  after: Record<string, CellValue> | null;
};

/** Without fields that have no value. */
export function present(values: Partial<Record<string, CellValue>> | null): Record<string, CellValue> | null {
  if (values === null) return null;
  const own: Record<string, CellValue> = {};
  for (const [field, value] of Object.entries(values)) if (value !== undefined) own[field] = value;
  return own;
}

/** Who writes rows, for which merchant, and when. */
export interface Writer {
  merchantId: number;
  /** Login name of the person who made the set. */
  madeBy: string;
  now: Date;
}

export interface Subject {
  fields: CellFields<string>;
  /** Tables of changes. */
  table: GoodsTable;
  audit: { act: AuditAct; subject: AuditSubject };
  /** Rows of the merchant by id; `isLocked` holds them until the transaction ends, in the order of their ids. */
  load(db: Db | Tx, merchantId: number, ids: readonly number[]): Promise<Map<number, Loaded>>;
  lock(tx: Tx, ids: readonly number[]): Promise<void>;
  /** Writes all fields of locked rows. */
  write(tx: Tx, by: Writer, rows: readonly { id: number; whole: Values }[]): Promise<void>;
  /** The ids that a search finds, as a part of another statement. */
  found(merchantId: number, filter: Readonly<Record<string, string>>): SQL;
  /** Ids by the other key of tables (a SKU). */
  findIds(db: Db | Tx, merchantId: number, keys: readonly string[]): Promise<Map<string, number>>;
}

interface Definition<Name extends string, Facts> extends RowKind<Name, Facts> {
  table: GoodsTable;
  audit: Subject['audit'];
  read(
    db: Db | Tx,
    merchantId: number,
    ids: readonly number[],
  ): Promise<Map<number, HeldRow<Name, Facts> & { label: string }>>;
  lock: Subject['lock'];
  write(
    tx: Tx,
    by: Writer,
    rows: readonly { id: number; values: Readonly<Record<Name, CellValue>> }[],
  ): Promise<void>;
  found: Subject['found'];
  findIds: Subject['findIds'];
}

/** A subject without the names of its fields in its type: one engine serves all. */
function subjectOf<Name extends string, Facts>(of: Definition<Name, Facts>): Subject {
  const known = (values: Values): Partial<Record<Name, CellValue>> => {
    const own: Partial<Record<Name, CellValue>> = {};
    for (const field of keysOf(of.fields)) {
      const value = values[field];
      if (value !== undefined && isKeyOf(of.fields, field)) own[field] = value;
    }
    return own;
  };
  return {
    fields: of.fields,
    table: of.table,
    audit: of.audit,
    lock: of.lock,
    found: of.found,
    findIds: of.findIds,
    async load(db, merchantId, ids) {
      const rows = await of.read(db, merchantId, ids);
      const loaded = new Map<number, Loaded>();
      for (const [id, row] of rows)
        loaded.set(id, {
          label: row.label,
          values: row.values,
          plan(values, seen) {
            const asked = { values: known(values), seen: seen === null ? null : known(seen) };
            const planned = planRow(of, asked, row);
            return { ...planned, before: present(planned.before), after: present(planned.after) };
          },
        });
      return loaded;
    },
    write: (tx, by, rows) =>
      of.write(
        tx,
        by,
        rows.map(({ id, whole }) => ({
          id,
          values: tableOf(keysOf(of.fields), (field) => whole[field] ?? null),
        })),
      ),
  };
}

const subjects: Readonly<Record<ChangeSubject, Subject>> = {
  goods: subjectOf({
    fields: ownGoodsFields,
    table: ownGoodsTable,
    fault: ownGoodsFault,
    alarm: ownGoodsAlarm,
    audit: { act: 'goods.change', subject: 'change' },
    read: readOwnGoods,
    lock: lockGoods,
    write: (tx, { merchantId, now }, rows) => writeOwnGoods(tx, merchantId, rows, now),
    found: (merchantId, { keyword = '', view = '' }) => ownGoodsIds(merchantId, { keyword, view }),
    findIds: findIdsBySku,
  }),
  goods_tax: subjectOf({
    fields: taxFields,
    table: taxTable,
    fault: taxFault,
    alarm: () => null,
    audit: { act: 'tax.change', subject: 'change' },
    read: readOwnTaxes,
    lock: lockGoods,
    write: writeOwnTaxes,
    found: (merchantId, { keyword = '', view = '' }) => ownTaxIds(merchantId, { keyword, view }),
    findIds: findIdsBySku,
  }),
};

export function subjectNamed(name: ChangeSubject): Subject {
  return subjects[name];
}

/** What a set does to a row that is not there, or another merchant's. */
export const goneRow: PlannedRow = refused('没有这一行，或者不属于本店');
