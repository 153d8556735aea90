/** The points mall at the platform's desk: goods with their pictures, and shipping by a table (rules 6). */

import { z } from 'zod';
import { buyerTypes } from '../rules/companies/qualification.ts';
import { limitPeriodKeys, mallKindKeys } from '../rules/points/mall.ts';
import { keysOf } from '../rules/terms/keys.ts';
import { post } from './call.ts';
import { unset } from './decode.ts';
import { day, flagOut, freeDay, freeText, id, text, typed, upTo, whole, yuan } from './fields.ts';
import { openMoney } from './prices.ts';
import { columnKeys, tableMapping } from './tables.ts';
import { upload } from './uploads.ts';

const maxPictures = 6;
const maxPoints = 100_000_000;
const types = keysOf(buyerTypes);

const pictures = upTo(maxPictures, text('图片', { min: 22, max: 22 }), {
  error: '图片不正确',
  tooMany: `最多${maxPictures}张图片`,
});

const fields = {
  kind: z.enum(mallKindKeys, { error: '请选择种类' }),
  name: text('名称', { min: 2, max: 60 }),
  summary: freeText('一句话介绍', 60),
  description: freeText('详情', 2000),
  delivery: freeText('发货说明', 100),
  pictures: pictures.default([]),
  points: typed(whole('积分', 1, maxPoints)),
  /** Besides the points, yuan. */
  money: yuan('另付金额').default('0.00'),
  value: yuan('面额或成本').default('0.00'),
  threshold: yuan('使用门槛').default('0.00'),
  valid_days: typed(whole('有效天数', 0, 3650)).default(0),
  /** Of a chance. */
  wheel_id: unset(typed(id('大转盘编号')).optional()),
  limit_count: typed(whole('限兑数量', 0, 9999)).default(0),
  limit_period: z.enum(limitPeriodKeys, { error: '请选择限兑周期' }).default('ever'),
  /** None: all. */
  buyer_types: upTo(types.length, z.enum(types, { error: '企业类型不正确' }), {
    error: '企业类型不正确',
    tooMany: '企业类型不正确',
  }).default([]),
  on_from: day('开始日期'),
  /** The last day; empty: without an end. */
  on_to: freeDay('结束日期'),
  sort: typed(whole('排序', 0, 9999)).default(0),
};

export const saveMallGoodsInput = z.object({
  /** Of a change, with the version that was read. */
  id: unset(id('积分商品').optional()),
  version: typed(whole('版本', 1, 1_000_000)).default(1),
  /** Pieces of a new goods; later they are changed in the list. */
  stock: typed(whole('库存', 0, 9_999_999)).default(0),
  /** Created by the form: submitting it twice gives one goods. */
  token: text('表单编号', { min: 8, max: 64 }),
  ...fields,
});
export type SaveMallGoodsInput = z.input<typeof saveMallGoodsInput>;
export type SaveMallGoodsValues = z.output<typeof saveMallGoodsInput>;

const openYuan = openMoney(z.string());

export const deskMallGoods = z.object({
  id: z.number().int(),
  version: z.number().int(),
  kind: z.enum(mallKindKeys),
  name: z.string(),
  summary: z.string(),
  description: z.string(),
  delivery: z.string(),
  pictures: z.array(z.string()),
  points: z.number().int(),
  money: openYuan,
  value: openYuan,
  threshold: openYuan,
  valid_days: z.number().int(),
  /** The wheel of a chance; 0 of the other kinds. */
  wheel_id: z.number().int(),
  stock: z.number().int(),
  sold: z.number().int(),
  limit_count: z.number().int(),
  limit_period: z.enum(limitPeriodKeys),
  buyer_types: z.array(z.enum(types)),
  on_from: z.string(),
  on_to: z.string(),
  sort: z.number().int(),
  is_on: flagOut,
});
export type DeskMallGoods = z.infer<typeof deskMallGoods>;

export const mallPictureInput = z.object({ file: upload('请选择图片') });
export type MallPictureValues = z.output<typeof mallPictureInput>;

export const pointsDispatchInput = z.object({
  file: upload('请选择发货表（CSV或XLSX）'),
  columns: columnKeys,
});
export type PointsDispatchInput = z.input<typeof pointsDispatchInput>;
export type PointsDispatchValues = z.output<typeof pointsDispatchInput>;

export const pointsDispatchChecked = z.object({
  rows: z.number().int(),
  /** Each is sent by the act of a row. */
  parcels: z.array(
    z.object({
      row: z.number().int(),
      no: z.string(),
      name: z.string(),
      carrier: z.string(),
      tracking_no: z.string(),
      /** 1: it has gone out under this number already. */
      is_done: flagOut,
    }),
  ),
  faults: z.array(z.object({ row: z.number().int(), no: z.string(), sentence: z.string() })),
  table: tableMapping,
});
export type PointsDispatchChecked = z.infer<typeof pointsDispatchChecked>;

export const mallDeskCalls = {
  saveMallGoods: post('/api/desk/points-goods', {
    who: 'platform',
    may: 'play',
    input: saveMallGoodsInput,
    output: deskMallGoods,
  }),
  mallPicture: post('/api/desk/points-goods/picture', {
    who: 'platform',
    may: 'play',
    cost: 'upload',
    input: mallPictureInput,
    output: z.object({ name: z.string(), url: z.string() }),
  }),
  checkPointsDispatch: post('/api/desk/points-orders/table', {
    who: 'platform',
    may: 'play',
    input: pointsDispatchInput,
    output: pointsDispatchChecked,
  }),
};
