/**
 * Expiry dates of a company's licences as a calendar at a secret address, which the person who opened it may revoke.
 */
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import type { CalendarVersionValues, PaperCalendar } from '#lib/contract/papers.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { reminderDays } from '#lib/rules/companies/qualification.ts';
import { calendarText } from '#lib/rules/text/calendar.ts';
import type { Context } from '../core/context.ts';
import { env } from '../core/process/env.ts';
import type { Db } from '../db/client.ts';
import { findAccount, findAccountFor } from '../people/account-rows.ts';
import { getPaperHealth } from './paper-health.ts';
import { findCalendar, findCalendarOwner, replaceCalendar } from './paper-rows.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

function absolute(address: string): string {
  const { SITE_URL, PORT } = env();
  return new URL(address, SITE_URL ?? `http://localhost:${PORT}`).href;
}

/** The secret is part of the query, whose values no log stores. */
const addressOf = (token: string) => absolute(`/calendar/papers.ics?key=${token}`);

function ownerOf({ actor: { account } }: Context<'buyer'>) {
  return { userId: account.userId, companyId: account.companyId };
}

/** `GET /api/user/zizhi/calendar`: whether there is an address; the address itself was shown once. */
export async function getPaperCalendar(context: Context<'buyer'>): Promise<PaperCalendar> {
  const row = await findCalendar(context.db, ownerOf(context));
  const isOpen = row !== null && row.tokenHash !== null;
  return {
    version: row?.version ?? 0,
    opened_at: isOpen ? row.createdAt.toISOString() : '',
    url: '',
  };
}

/**
 * `POST /api/user/zizhi/calendar`: a new address, shown only now; the one before stops working. Throws 409 with the
 * current state where it was opened or revoked elsewhere since it was read.
 */
export async function openPaperCalendar(
  context: Context<'buyer'>,
  { version }: CalendarVersionValues,
): Promise<PaperCalendar> {
  const token = randomBytes(24).toString('base64url');
  await replace(context, version, hashOf(token));
  return { ...(await getPaperCalendar(context)), url: addressOf(token) };
}

/** `POST /api/user/zizhi/calendar/drop`: the address stops working. A repeat changes nothing; throws 409 as above. */
export async function dropPaperCalendar(
  context: Context<'buyer'>,
  { version }: CalendarVersionValues,
): Promise<PaperCalendar> {
  const before = await getPaperCalendar(context);
  if (before.opened_at !== '') await replace(context, version, null);
  return getPaperCalendar(context);
}

async function replace(context: Context<'buyer'>, version: number, tokenHash: string | null): Promise<void> {
  if (await replaceCalendar(context.db, ownerOf(context), { version, tokenHash, now: context.now })) return;
  throw new AppError(409, '订阅地址刚刚在另一处变更过，请核对后再操作', {
    calendar: await getPaperCalendar(context),
  });
}

/**
 * `GET /calendar/papers.ics?key=`: the calendar; null for an invalid address, and where its person may not log in or
 * act for the company any more. It holds no amounts: any holder of the address sees it.
 */
export async function readPaperCalendar(db: Db, token: string, now: Date): Promise<string | null> {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const owner = await findCalendarOwner(db, hashOf(token));
  if (owner === null) return null;
  const home = await findAccount(db, owner.userId);
  const account =
    home?.companyId === owner.companyId ? home : await findAccountFor(db, owner.userId, owner.companyId);
  if (account === null || account.isDisabled || !mayLogIn(account.companyState)) return null;
  const ends = await getPaperHealth(db, account, now);
  return calendarText(
    `${account.company}证件到期`,
    ends.map(({ name, number, endsOn, scopes, goods }) => ({
      uid: `${hashOf(`${owner.companyId} ${name} ${number} ${endsOn}`).slice(0, 22)}@papers`,
      day: endsOn,
      title: `${name}到期`,
      text:
        scopes.length === 0
          ? `${account.company}的${name}（${number}）到期。`
          : `${account.company}的${name}（${number}）到期后，${scopes.join('、')}类商品不能采购，近90天买过其中${goods.length}种。`,
      url: absolute(path('/zhzx/zzzj')),
      alarms: reminderDays,
    })),
    now,
  );
}
