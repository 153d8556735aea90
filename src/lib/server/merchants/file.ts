/** A merchant's file: its fields, licences, and what hangs on it. */
import { AppError } from '#lib/contract/errors.ts';
import type { MerchantFileWire, MerchantHanging } from '#lib/contract/merchant-desk.ts';
import { licenceKinds, licenceState, licenceStates } from '#lib/rules/companies/licences.ts';
import {
  type MerchantField,
  merchantField,
  merchantFieldNames,
  merchantText,
} from '#lib/rules/companies/merchant-fields.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isKeyOf, tableOf } from '#lib/rules/terms/keys.ts';
import { listWaitingActs } from '../acts/countersign-rows.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { listMerchantPapers, listMerchantRows, type MerchantRow } from './desk-rows.ts';
import { countHanging } from './file-rows.ts';

/** At most one closing of a merchant waits. */
export const closeSubject = (id: number) => `merchant-close:${id}`;

/** A merchant's row. Throws 404 for an unknown one. */
export async function getRow(db: Db | Tx, id: number): Promise<MerchantRow> {
  const row = (await listMerchantRows(db)).find((one) => one.id === id);
  if (row === undefined) throw new AppError(404, `没有商家${id}`);
  return row;
}

/** Each field as it is typed. */
export function textsOf(row: MerchantRow): Record<MerchantField, string> {
  const { unservedRegions = [] } = row.freightRules;
  const values: Record<string, unknown> = { ...row, unservedRegions };
  return tableOf(merchantFieldNames, (name) => merchantText(name, values[merchantField(name).column]));
}

/** A merchant's file. Throws 404 for an unknown one. */
export async function fileOf(
  { db, now }: Pick<Context<'staff'>, 'db' | 'now'>,
  id: number,
): Promise<MerchantFileWire> {
  const [row, papers, counts, asked] = await Promise.all([
    getRow(db, id),
    listMerchantPapers(db, id),
    countHanging(db, id, now),
    listWaitingActs(db, [closeSubject(id)]),
  ]);
  const today = dayKey(now.getTime());
  const { restsFrom, restsUntil } = row;
  return {
    id,
    code: row.code,
    values: textsOf(row),
    licences: papers.map(({ kind, number, validTo }) => ({
      kind_text: isKeyOf(licenceKinds, kind) ? licenceKinds[kind].text : kind,
      number,
      valid_to: validTo ?? '长期',
      state_text: licenceStates[licenceState(validTo, now.getTime())],
    })),
    goods: counts.goods,
    staff: counts.people,
    has_seal: counts.hasSeal ? 1 : 0,
    stopped_on: row.stoppedOn ?? '',
    closing_at: row.closingAt?.toISOString() ?? '',
    closed_at: row.closedAt?.toISOString() ?? '',
    close_asked_by: asked[0]?.askedBy ?? '',
    is_resting:
      restsFrom !== null && restsUntil !== null && restsFrom <= today && today <= restsUntil ? 1 : 0,
    hangs: hangsOf(counts),
  };
}

/** Everything that hangs on a merchant, with what it does to a stop and to a closing. */
export function hangsOf(counts: Awaited<ReturnType<typeof countHanging>>): MerchantHanging[] {
  return allHanging
    .filter(({ key }) => counts[key] !== 0)
    .map(({ key, text, stops, closes }) => ({
      key,
      text: text(counts[key]),
      blocks: stops ? 1 : 0,
      is_left: closes ? 1 : 0,
    }));
}

interface HangingRow {
  key: MerchantHanging['key'];
  text: (count: number) => string;
  /** It blocks a stop that is not urgent. */
  stops?: true;
  /** A closing merchant is closed when none is left. */
  closes?: true;
}

const allHanging: readonly HangingRow[] = [
  { key: 'to_ship', text: (count) => `${count}个已付款的订单没有发完`, stops: true, closes: true },
  { key: 'on_way', text: (count) => `${count}个订单还没有收货`, closes: true },
  { key: 'cases', text: (count) => `${count}个售后没有结束`, stops: true, closes: true },
  { key: 'window', text: (count) => `${count}个已完成的订单还可以申请售后`, closes: true },
  { key: 'unpaid', text: (count) => `${count}个未付款的订单`, closes: true },
  { key: 'lots', text: (count) => `${count}个批次还有库存`, closes: true },
  { key: 'owed', text: (count) => `账上还有¥${showYuan(count)}，由平台财务与商家结清` },
  { key: 'promotions', text: (count) => `${count}个进行中的活动含其商品` },
  { key: 'prices', text: (count) => `${count}条协议价` },
  { key: 'people', text: (count) => `${count}个员工账号` },
];
