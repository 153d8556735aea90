/** Notices for a merchant's people, and their duty phone (rules 2). */
import type {
  DeskWaiting,
  DutyPhoneValues,
  DutyPhoneWire,
  ReadDeskNoticesValues,
} from '#lib/contract/notices.ts';
import {
  dutyPhoneAtFirst,
  merchantNoticeKinds,
  merchantNoticeText,
  noticeKindsOf,
  urgentNoticeKinds,
} from '#lib/rules/companies/merchant-notices.ts';
import { must } from '#lib/rules/terms/must.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { readNotices } from '../messages/merchant-notice-rows.ts';
import { type DutyPhoneRow, findDutyPhone, setDutyPhone as setRow } from './duty-phone-rows.ts';
import { getDeskWaiting } from './waiting.ts';

/** The reader of notices: their merchant's, of the kinds for their role. */
function readerOf({ actor }: Context<'merchant'>) {
  return {
    merchantId: actor.merchantId,
    staffId: must(actor.staffId, 'the person who reads notices'),
    kinds: noticeKindsOf(must(actor.role, 'the role of who reads notices')),
  };
}

/** `POST /api/desk/notices/read`: read by this person. Safe to repeat; notices of others are ignored. */
export async function readDeskNotices(
  context: Context<'merchant'>,
  { ids, all }: ReadDeskNoticesValues,
): Promise<DeskWaiting> {
  await readNotices(context.db, readerOf(context), all === 1 ? null : (ids ?? []), context.now);
  return getDeskWaiting(context);
}

/** `GET /api/desk/notices/phone`. */
export async function getDutyPhone({ db, actor }: Context<'merchant'>): Promise<DutyPhoneWire> {
  return phoneWire(await findDutyPhone(db, actor.merchantId));
}

function phoneWire(row: DutyPhoneRow | null): DutyPhoneWire {
  const chosen: readonly string[] = row?.kinds ?? dutyPhoneAtFirst.kinds;
  return {
    phone: row?.phone ?? '',
    from_hour: row?.fromHour ?? dutyPhoneAtFirst.fromHour,
    to_hour: row?.toHour ?? dutyPhoneAtFirst.toHour,
    kinds: merchantNoticeKinds.map((kind) => ({
      kind,
      text: merchantNoticeText(kind),
      is_on: chosen.includes(kind) ? 1 : 0,
      is_urgent: urgentNoticeKinds.includes(kind) ? 1 : 0,
    })),
  };
}

/** `POST /api/desk/notices/phone`. A repeat changes nothing. */
export async function setDutyPhone(
  context: Context<'merchant'>,
  { phone, kinds, from_hour: fromHour, to_hour: toHour }: DutyPhoneValues,
): Promise<DutyPhoneWire> {
  const { db, now, actor } = context;
  const { merchantId } = actor;
  const wanted = {
    phone,
    kinds: merchantNoticeKinds.filter((kind) => kinds.includes(kind)),
    fromHour,
    toHour,
  };
  const factsOf = (row: typeof wanted | DutyPhoneRow) => ({
    phone: row.phone === '' ? '' : maskPhone(row.phone),
    kinds: [...row.kinds],
    hours: `${row.fromHour}-${row.toHour}`,
  });
  await db.transaction(async (tx) => {
    const before = await findDutyPhone(tx, merchantId, { isHeld: true });
    const isSame =
      before !== null &&
      before.phone === phone &&
      JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(wanted));
    if (isSame) return;
    await setRow(tx, { merchantId, ...wanted, updatedAt: now });
    await writeAudit(tx, recordOf(context), {
      act: 'merchant.duty_phone',
      subject: 'merchant',
      key: merchantId,
      before: before === null ? null : factsOf(before),
      after: factsOf(wanted),
      at: now,
    });
  });
  return getDutyPhone(context);
}
