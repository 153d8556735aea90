/** Messages of a case: words and pictures between buyer, merchant and platform (rules 3). */

import type { AfterSaleDetail, TalkAfterSaleValues } from '#lib/contract/after-sale/calls.ts';
import type { DeskAfterSaleDetail, DeskTalkAfterSaleValues } from '#lib/contract/after-sale/desk-schema.ts';
import { type Context, recordOf } from '../core/context.ts';
import { holdPictures } from '../files/upload.ts';
import { atCase, deskBounds, doerOf, recordAct, refuseRole } from './case.ts';
import { getDeskCase, getMyCase } from './read.ts';

/** `POST /api/aftersale/{id}/talk`. Safe to repeat by the form's token. */
export async function talkAfterSale(
  context: Context<'buyer'>,
  { id, text, pictures, token }: TalkAfterSaleValues,
): Promise<AfterSaleDetail> {
  const { db, now, actor } = context;
  const { companyId } = actor.account;
  await atCase(db, id, { companyId }, async (tx, { found: { row } }) => {
    refuseRole(actor.account, row.stage, row.kind);
    const files = await holdPictures(tx, { companyId }, pictures);
    const doer = doerOf(context, recordOf(context));
    await recordAct(tx, row, { doer, act: 'talk', text, at: now, ...(token !== '' && { token }) }, { files });
  });
  return getMyCase(context, { id });
}

/** `POST /api/desk/aftersale/{id}/talk`: the company gets a message. Safe to repeat by the form's token. */
export async function deskTalkAfterSale(
  context: Context<'staff'>,
  { id, text, pictures, token }: DeskTalkAfterSaleValues,
): Promise<DeskAfterSaleDetail> {
  const { db, now } = context;
  await atCase(db, id, deskBounds(context), async (tx, { found: { row, merchant } }) => {
    const doer = doerOf(context, recordOf(context));
    const files = await holdPictures(tx, { caseId: id }, pictures);
    const who = doer.side === 'platform' ? '平台' : merchant;
    await recordAct(
      tx,
      row,
      { doer, act: 'talk', text, at: now, ...(token !== '' && { token }) },
      { files, notice: { title: `${who}在售后里留言`, body: text } },
    );
  });
  return getDeskCase(context, { id });
}
