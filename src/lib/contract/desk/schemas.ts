/** The schemas of a declared list. Their types are made from the declaration (./list.ts), not from the schemas. */
import { z } from 'zod';
import { findYuan } from '#lib/rules/money/money.ts';
import { deskPageSize, maxDeskPageSize } from '../constants.ts';
import { reads } from '../decode.ts';
import { flag, flagOut, freeChoice, freeDay, freeText, id, money, text, upTo, whole } from '../fields.ts';
import { ownMoney } from '../prices.ts';
import { type BulkRunWire, bulkRunWire, maxBulkSearch } from './bulk.ts';
import type { ActField, Column, Filter } from './fields.ts';
import { type Act, type AnyAsked, boxesOf, isPlain, type ListShape, readSort } from './list.ts';

const maxNumber = 2_147_483_647;

function filterField({
  kind,
  label,
  max,
  words = {},
  initially = '',
  isScanned = false,
}: Filter): z.ZodType<string> {
  if (kind === 'choice') {
    const field = freeChoice(label, [...Object.keys(words), 'all']);
    // `all` is none, and has to be said where an address without a choice means one.
    const none = initially === '' ? 'all' : '';
    return reads(field, (value) => (value === none || value === null ? undefined : value)).default(initially);
  }
  if (kind === 'amount')
    return freeText(label, max).refine((value) => value === '' || findYuan(value) !== null, {
      error: `${label}须为数字，最多两位小数`,
    });
  return kind === 'from' || kind === 'to' ? freeDay(label) : freeText(label, max, { isScanned });
}

/** The search of a list and the place in it. Unknown parameters, like the page of an old address, are left out. */
export function listInput(list: ListShape): z.ZodType<AnyAsked> {
  const filters = Object.entries(list.filters);
  const days = (kind: 'from' | 'to') => filters.find(([, filter]) => filter.kind === kind)?.[0] ?? '';
  const [from, to] = [days('from'), days('to')];
  return z
    .object({
      ...Object.fromEntries(filters.map(([name, filter]) => [name, filterField(filter)])),
      sort: freeText('排序', 100).refine((sort) => readSort(list, sort) !== null, {
        error: '不能按这个顺序排列',
      }),
      after: freeText('位置', 6_000),
      before: freeText('位置', 6_000),
      size: whole('每页条数', 1, maxDeskPageSize).default(deskPageSize),
      columns: freeText('列', 500),
    })
    .refine(
      (values: Record<string, unknown>) =>
        !(values[from] && values[to]) || String(values[from]) <= String(values[to]),
      {
        path: [to],
        error: '结束日期不能早于开始日期',
      },
    );
}

function cellField({ kind }: Column): z.ZodType {
  if (kind === 'money') return ownMoney(z.union([money, z.literal('')]));
  if (kind === 'number') return z.number().nullable();
  return kind === 'flag' ? flagOut : z.string();
}

function cellFields(columns: Readonly<Record<string, Column>>): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, cellField(column)]));
}

function row(list: ListShape) {
  return z.object({ id: list.key === 'text' ? z.string() : z.number().int(), ...cellFields(list.columns) });
}

export function actOutput(list: ListShape, act: Act): z.ZodType {
  const now = row(list).nullable();
  return isPlain(act) ? now : z.object({ row: now, waits: flagOut, entry: z.number().int() });
}

export function listOutput(list: ListShape): z.ZodType {
  const { columns, facts } = list;
  const summed = Object.fromEntries(Object.entries(columns).filter(([, { isSummed }]) => isSummed));
  return z.object({
    rows: z.array(row(list)),
    total: z.number().int(),
    is_more: flagOut,
    next: z.string().nullable(),
    before: z.string().nullable(),
    values: z.record(z.string(), z.string()),
    sums: z.object(cellFields(summed)).nullable(),
    facts: facts ? z.object(cellFields(facts)) : z.null(),
  });
}

function keyField(list: ListShape) {
  return list.key === 'text' ? text('编号', { min: 1, max: 200 }) : id();
}

function actFields(act: Act): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(boxesOf(act) ?? {}).map(([name, field]) => [name, actField(field)]),
  );
}

function actField({ kind, label, min, max, words = {} }: ActField): z.ZodType {
  if (kind === 'choice') return z.enum(Object.keys(words), { error: `请选择${label}` });
  if (kind === 'day') return freeDay(label);
  return kind === 'goods' || min === 0 ? freeText(label, max) : text(label, { min, max });
}

/** A value of a row as it was read. */
function seenField({ kind, head }: Column): z.ZodType {
  if (kind === 'number') return whole(head, -maxNumber, maxNumber).nullable();
  if (kind === 'moment') return z.union([z.iso.datetime(), z.literal('')], { error: `${head}不正确` });
  return kind === 'flag' ? flag(head) : freeText(head, 500);
}

export function actInput(list: ListShape, act: Act, isUndo: boolean): z.ZodType {
  const seen = Object.entries(list.columns).filter(([name]) => act.sends?.includes(name));
  return z.object({
    id: keyField(list),
    ...(isUndo && { undoes: id('审计记录编号').optional() }),
    ...actFields(act),
    ...Object.fromEntries(seen.map(([name, column]) => [name, seenField(column)])),
  });
}

/**
 * An act on many rows: on `ids`, those that are ticked on a page, or without ids on all that a search has found, `count` of
 * them as the person was told: 409 with `found` where there are others by now. Up to `bulkSlice` rows are done before the
 * answer; more are a run of the server (./bulk.ts).
 */
export interface BulkAsked {
  ids: readonly (number | string)[];
  /** In place of rows: the run whose rows this act undoes, all that it changed or those of these numbers. */
  of?: number | undefined;
  nos?: readonly number[] | undefined;
  /** The search as the address has it. */
  search: string;
  count: number;
  /** Of the press: the same one twice begins one run. */
  token: string;
}

export interface BulkDone {
  /** Null where the rows were done before the answer. */
  run: BulkRunWire | null;
  done: number;
  refused: { name: string; why: string }[];
}

export function bulkInput(list: ListShape, act: Act, isUndo: boolean): z.ZodType {
  const ids = upTo(maxDeskPageSize, keyField(list), {
    error: '请选择要处理的行',
    tooMany: `一次最多处理${maxDeskPageSize}行`,
  });
  const nos = upTo(maxDeskPageSize, whole('序号', 1, maxNumber), {
    error: '请选择要撤销的行',
    tooMany: `一次最多选择${maxDeskPageSize}行`,
  });
  return z.object({
    ids: ids.default([]),
    search: freeText('条件', maxBulkSearch),
    count: whole('条数', 0, maxNumber).default(0),
    token: text('提交标识', { min: 8, max: 60 }),
    ...(isUndo && { of: id('批量操作编号').optional(), nos: nos.optional() }),
    ...actFields(act),
  });
}

export function bulkOutput(): z.ZodType {
  return z.object({
    run: bulkRunWire.nullable(),
    done: z.number().int(),
    refused: z.array(z.object({ name: z.string(), why: z.string() })),
  });
}
