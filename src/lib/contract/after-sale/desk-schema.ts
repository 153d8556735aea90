/** After-sale at the desks: the case, and what is decided. */

import { z } from 'zod';
import { get, post } from '../call.ts';
import { flag, flagOut, freeText, id, money, text, upTo, yuan } from '../fields.ts';
import { fileWire } from '../files.ts';
import { ownMoney } from '../prices.ts';
import { upload } from '../uploads.ts';
import { afterSaleDetail, afterSaleIdInput, caseToken, pictures } from './calls.ts';

export const deskAfterSaleDetail = afterSaleDetail.extend({
  company: z.string(),
  buyer_phone: z.string(),
  /** 1: its order travels refrigerated, so an exchange asks for the temperature. */
  is_cold: flagOut,
  /** The refund that would replace an exchange now; empty where that is not to be decided, or impossible. */
  repay_amount: ownMoney(money.or(z.literal(''))),
  /** Why it cannot be. */
  repay_fault: z.string(),
});
export type DeskAfterSaleDetail = z.infer<typeof deskAfterSaleDetail>;

export const agreeAfterSaleInput = afterSaleIdInput.extend({
  /** 1: nothing has to be sent back (damage). */
  waives: flag('无需寄回').default(0),
  text: freeText('说明', 500),
});
export type AgreeAfterSaleValues = z.output<typeof agreeAfterSaleInput>;

export const refuseAfterSaleInput = afterSaleIdInput.extend({ text: text('驳回原因', { min: 2, max: 500 }) });
export type RefuseAfterSaleValues = z.output<typeof refuseAfterSaleInput>;

export const acceptAfterSaleInput = afterSaleIdInput.extend({
  /** For an exchange: the replacement. */
  carrier: freeText('承运方', 50),
  tracking_no: freeText('运单号', 40),
  /** 启运温度 in degrees, for a refrigerated order; its cooler, and the recorder's number. */
  temperature: freeText('启运温度', 20),
  cooler: freeText('冷藏车或冷藏箱', 50),
  recorder: freeText('温度记录仪编号', 50),
  /** 追溯码 of what is sent, one a piece, by order line; none of a line that is left out. */
  lines: upTo(
    300,
    z.object({ line_id: id('明细'), codes: freeText('追溯码', 220_000, { isScanned: true }) }),
    {
      error: '追溯码不正确',
      tooMany: '追溯码的行太多',
    },
  ).optional(),
});
export type AcceptAfterSaleValues = z.output<typeof acceptAfterSaleInput>;

export const repayAfterSaleInput = afterSaleIdInput.extend({
  text: text('改为退款的原因', { min: 2, max: 500 }),
  /** The amount shown at the desk; another amount answers 409 with the new one. */
  expected_amount: yuan('退款金额'),
});
export type RepayAfterSaleValues = z.output<typeof repayAfterSaleInput>;

export const deskTalkAfterSaleInput = afterSaleIdInput.extend({
  text: text('留言', { min: 1, max: 500 }),
  /** Handed in for this case before. */
  pictures,
  token: caseToken,
});
export type DeskTalkAfterSaleValues = z.output<typeof deskTalkAfterSaleInput>;

export const deskAfterSalePictureInput = afterSaleIdInput.extend({ file: upload('请选择图片') });
export type DeskAfterSalePictureValues = z.output<typeof deskAfterSalePictureInput>;

export const deskAfterSaleCalls = {
  deskAfterSale: get('/api/desk/aftersale/{id}', {
    who: 'staff',
    may: 'aftersale',
    input: afterSaleIdInput,
    output: deskAfterSaleDetail,
  }),
  agreeAfterSale: post('/api/desk/aftersale/{id}/agree', {
    who: 'staff',
    may: 'aftersale',
    input: agreeAfterSaleInput,
    output: deskAfterSaleDetail,
  }),
  refuseAfterSale: post('/api/desk/aftersale/{id}/refuse', {
    who: 'staff',
    may: 'aftersale',
    input: refuseAfterSaleInput,
    output: deskAfterSaleDetail,
  }),
  arriveAfterSale: post('/api/desk/aftersale/{id}/arrive', {
    who: 'staff',
    may: 'aftersale',
    input: afterSaleIdInput,
    output: deskAfterSaleDetail,
  }),
  acceptAfterSale: post('/api/desk/aftersale/{id}/accept', {
    who: 'staff',
    may: 'aftersale',
    input: acceptAfterSaleInput,
    output: deskAfterSaleDetail,
  }),
  repayAfterSale: post('/api/desk/aftersale/{id}/repay', {
    who: 'staff',
    may: 'aftersale',
    input: repayAfterSaleInput,
    output: deskAfterSaleDetail,
  }),
  deskAfterSalePicture: post('/api/desk/aftersale/{id}/picture', {
    who: 'staff',
    may: 'aftersale',
    cost: 'upload',
    input: deskAfterSalePictureInput,
    output: fileWire,
  }),
  deskTalkAfterSale: post('/api/desk/aftersale/{id}/talk', {
    who: 'staff',
    may: 'aftersale',
    input: deskTalkAfterSaleInput,
    output: deskAfterSaleDetail,
  }),
};
