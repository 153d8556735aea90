/** What the mall offers, looked after by the platform: shelf, stock, and the goods themselves (rules 6). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { DeskMallGoods, SaveMallGoodsValues } from '#lib/contract/mall-desk.ts';
import { findMedicineFault } from '#lib/rules/points/medicine.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type WheelState, wheelState } from '#lib/rules/wheel/wheel.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { type AuditEntry, writeAudit } from '../ledgers/audit-rows.ts';
import { factsOf, findWheel } from '../wheel/rows.ts';
import {
  type DeskGoodsRow,
  findDeskGoods,
  findGoodsOfForm,
  findWheelOf,
  insertGoods,
  listDrugs,
  listKnownPictures,
  lockDeskGoods,
  settlePictures,
  updateGoods,
} from './desk-goods-rows.ts';
import { deskGoodsWire, type GoodsValues, hasValues, recorded, valuesOf } from './desk-goods-values.ts';

type Desk = Context<'platform'>;

async function lock(tx: Tx, id: number): Promise<DeskGoodsRow> {
  const row = await lockDeskGoods(tx, id);
  if (row === null) throw new AppError(404, '积分商品不存在');
  return row;
}

async function record(tx: Tx, context: Desk, entry: Omit<AuditEntry, 'subject' | 'at'>): Promise<void> {
  await writeAudit(tx, recordOf(context), { ...entry, subject: 'points_goods', at: context.now });
}

/** Refuses a thing that is a medicine: 422 at its name. */
async function refuseMedicine(
  db: Db | Tx,
  { kind, name, summary, description }: Pick<DeskGoodsRow, 'kind' | 'name' | 'summary' | 'description'>,
): Promise<void> {
  if (kind !== 'thing') return;
  const fault = findMedicineFault([name, summary, description], await listDrugs(db));
  if (fault !== null) throw fieldError('name', fault);
}

/** Refuses a chance without an opened wheel that has tickets left: 422 at its number. */
async function refuseWheel(
  tx: Tx,
  { kind, wheelId }: Pick<DeskGoodsRow, 'kind' | 'wheelId'>,
  now: Date,
): Promise<void> {
  if (kind !== 'chance') return;
  if (wheelId === null) throw fieldError('wheel_id', '请填写大转盘编号');
  const wheel = await findWheel(tx, wheelId);
  if (wheel === null) throw fieldError('wheel_id', '没有这个编号的大转盘');
  const refusal = wheelRefusals[wheelState(factsOf(wheel), now.getTime())];
  if (refusal !== '') throw fieldError('wheel_id', refusal);
}

const wheelRefusals: Record<WheelState, string> = {
  draft: '这个大转盘还没有开放，请先开放再关联',
  coming: '',
  open: '',
  paused: '',
  over: '这个大转盘的奖券已抽完，请换一个',
  closed: '这个大转盘已经结束，请换一个',
};

/** Refuses to change what an opened wheel promises: 409. */
async function refuseOtherPrize(tx: Tx, row: DeskGoodsRow, values: GoodsValues): Promise<void> {
  const isSamePrize =
    row.name === values.name && row.description === values.description && row.value === values.value;
  if (isSamePrize) return;
  const wheel = await findWheelOf(tx, row.id);
  if (wheel !== null)
    throw new AppError(409, `它是大转盘“${wheel}”的奖品，活动结束以前不能修改名称、详情和成本`);
}

/**
 * `POST /api/desk/points-goods/{id}/put_on`. A repeat changes nothing. Throws 422 for what is a medicine by now, and for
 * a chance whose wheel is not open or has no ticket left.
 */
export function putOn(context: Desk, { id }: { id: number }): Promise<void> {
  return setShelf(context, id, true);
}

/** `POST /api/desk/points-goods/{id}/take_off`. A repeat changes nothing. */
export function takeOff(context: Desk, { id }: { id: number }): Promise<void> {
  return setShelf(context, id, false);
}

async function setShelf(context: Desk, id: number, isOn: boolean): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.isOn === isOn) return;
    if (isOn) {
      await refuseMedicine(tx, row);
      await refuseWheel(tx, row, context.now);
    }
    await updateGoods(tx, row, { isOn });
    const act = isOn ? 'points_goods.put_on' : 'points_goods.take_off';
    await record(tx, context, { act, key: id, before: { isOn: row.isOn }, after: { isOn, name: row.name } });
  });
}

/** `POST /api/desk/points-goods/{id}/restock`. Throws 409 where pieces were redeemed since the number was read. */
export async function restock(
  context: Desk,
  { id, count, stock: seen }: { id: number; count: string; stock: number | null },
): Promise<void> {
  if (!/^\d{1,7}$/.test(count)) throw fieldError('count', '可兑数量须为0到9999999的整数');
  const stock = Number(count);
  await context.db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.stock === stock) return;
    if (row.stock !== seen) throw new AppError(409, `库存刚刚变为${row.stock}，请核对后再改`);
    await updateGoods(tx, row, { stock });
    const after = { stock, name: row.name };
    await record(tx, context, { act: 'points_goods.restock', key: id, before: { stock: row.stock }, after });
  });
}

/**
 * `POST /api/desk/points-goods`: a new goods, or a change of one as it was read. Throws 404 for an unknown one, 409
 * with the newest `version` where somebody has changed it since, 409 for another name, text or cost of a prize of an
 * opened wheel, 422 for a medicine, a picture that is gone, or terms that do not fit.
 */
export async function saveMallGoods(context: Desk, input: SaveMallGoodsValues): Promise<DeskMallGoods> {
  const { db, now } = context;
  const values = valuesOf(input);
  const id = await db.transaction(async (tx) => {
    await refuseMedicine(tx, values);
    await refuseWheel(tx, values, now);
    if ((await listKnownPictures(tx, values.pictures)).length < values.pictures.length)
      throw fieldError('pictures', '图片已失效，请重新上传');
    if (input.id === undefined) {
      const made = await insertGoods(tx, { ...values, stock: input.stock, token: input.token });
      if (made === null) return must(await findGoodsOfForm(tx, input.token), 'the goods of the form');
      await settlePictures(tx, { before: [], after: values.pictures, now });
      await record(tx, context, {
        act: 'points_goods.add',
        key: made,
        before: null,
        after: recorded(values),
      });
      return made;
    }
    const row = await lock(tx, input.id);
    if (row.version !== input.version) {
      // The answer to the first press may have been lost: the same values count as saved.
      if (hasValues(row, values)) return row.id;
      throw new AppError(409, '商品刚刚被其他人修改，您填写的内容还在。再次保存会覆盖对方的修改', {
        version: row.version,
      });
    }
    if (hasValues(row, values)) return row.id;
    if (row.kind !== values.kind) throw fieldError('kind', '种类不能修改，请新建商品');
    await refuseOtherPrize(tx, row, values);
    await updateGoods(tx, row, values);
    await settlePictures(tx, { before: row.pictures, after: values.pictures, now });
    await record(tx, context, {
      act: 'points_goods.change',
      key: row.id,
      before: recorded(row),
      after: recorded(values),
    });
    return row.id;
  });
  return must(await findDeskMallGoods(context, id), 'the goods just saved');
}

/** A goods as its form shows it; null for an unknown one. */
export async function findDeskMallGoods({ db }: Desk, id: number): Promise<DeskMallGoods | null> {
  const row = await findDeskGoods(db, id);
  return row === null ? null : deskGoodsWire(row);
}
