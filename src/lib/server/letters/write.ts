/** The platform's people write to companies: to one at once, to all that a search finds by the job (./send.ts). */
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { searchText } from '#lib/contract/desk/list.ts';
import { companies } from '#lib/contract/desk/lists/companies.ts';
import { listInput } from '#lib/contract/desk/schemas.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  CountedLetter,
  CountLetterValues,
  MadeLetter,
  WriteToCompanyValues,
  WriteToFoundValues,
} from '#lib/contract/letters.ts';
import { findPattern, routes } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { broadcastsADay, lettersADay, newLetterState } from '#lib/rules/companies/letters.ts';
import { startOfDay } from '#lib/rules/terms/activity-time.ts';
import { keysOf, tableOf } from '#lib/rules/terms/keys.ts';
import { getCompanyFile } from '../companies/companies.ts';
import { companyListRows } from '../companies/company-list-rows.ts';
import { lockCompany } from '../companies/rows.ts';
import { type Context, recordOf } from '../core/context.ts';
import { siteAddress } from '../core/process/site-address.ts';
import type { Tx } from '../db/client.ts';
import type { ListQuery } from '../db/list-query.ts';
import { readerOf } from '../desk/list/answer.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import {
  countLetters,
  countRecipients,
  findLetterByToken,
  findSending,
  insertLetter,
  insertToFound,
  type LetterRow,
  type NewLetter,
} from './rows.ts';
import { letterRef } from './send.ts';

type Own = Context<'platform'>;

/**
 * `POST /api/desk/companies/{id}/messages`: a message to one company. A repeat with the same token changes nothing. Throws
 * 404 for an unknown company, 409 for a closed one, 422 for a link to no page of the shop and beyond the number of a day.
 */
export async function writeToCompany(context: Own, input: WriteToCompanyValues): Promise<CompanyFile> {
  const { db, now } = context;
  const { id: companyId } = input;
  const { body, link, title, ...own } = newLetter(context, input, true);
  await db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId);
    if (company === null) throw new AppError(404, `没有企业${companyId}`);
    if (!mayLogIn(company.status)) throw new AppError(409, `${company.name}已注销，收不到消息`);
    const row = { ...own, title, body, link, companyId, endedAt: now };
    const id = await insertLetter(tx, row);
    if (id === null) {
      demandSame(await findLetterByToken(tx, row), { title, body, companyId });
      return;
    }
    if ((await countLetters(tx, companyId, dayOf(now))) > lettersADay)
      throw new AppError(422, `今天已给${company.name}发过${lettersADay}条消息，请明天再发`);
    await sendMessages(tx, { companyId, kind: 'letter', title, body, link, ref: letterRef(id) });
    await writeAudit(tx, recordOf(context), {
      act: 'letter.send',
      subject: 'company',
      key: companyId,
      before: null,
      after: { title, body, link },
      at: now,
    });
  });
  return getCompanyFile(context, { id: companyId });
}

/** `GET /api/desk/letters/count`: how many companies of a search would get a letter. */
export async function countLetter(context: Own, { search }: CountLetterValues): Promise<CountedLetter> {
  const query = queryOfSearch(context, search);
  return {
    companies: await countRecipients(context.db, query),
    filter: searchText(companies, query.values),
  };
}

/**
 * `POST /api/desk/letters`: a letter to all companies that a search finds now. A repeat with the same token answers the
 * same letter. Throws 409 where they are not as many as the person was told, and while another letter is being sent; 422
 * beyond the number of a day.
 */
export async function writeToFound(context: Own, input: WriteToFoundValues): Promise<MadeLetter> {
  const { db, now } = context;
  const query = queryOfSearch(context, input.search);
  const filter = Object.fromEntries(Object.entries(query.values).filter(([, value]) => value !== ''));
  const row = { ...newLetter(context, input, false), filter };
  return db.transaction(async (tx) => {
    const made = await insertToFound(tx, query, row);
    if (made === null) return { id: await sameOrBusy(tx, row) };
    const { id, companies: found } = made;
    if (found !== input.companies)
      throw new AppError(
        409,
        `现在符合条件的有${found}家企业，与您看到的${input.companies}家不同，请核对后再发送`,
        { companies: found },
      );
    if ((await countLetters(tx, null, dayOf(now))) > broadcastsADay)
      throw new AppError(422, `今天已群发过${broadcastsADay}次，请明天再发`);
    await writeAudit(tx, recordOf(context), {
      act: 'letter.broadcast',
      subject: 'letter',
      key: id,
      before: null,
      after: {
        title: row.title,
        body: row.body,
        link: row.link,
        filter: searchText(companies, filter),
        companies: found,
      },
      at: now,
    });
    return { id };
  });
}

/** The letter of a token that is known; else another one is being sent. */
async function sameOrBusy(tx: Tx, row: NewLetter): Promise<number> {
  const same = await findLetterByToken(tx, row);
  if (same === null)
    throw new AppError(409, `第${(await findSending(tx)) ?? ''}号群发还没有发完，请等它发完或停止后再发`);
  return demandSame(same, { title: row.title, body: row.body, companyId: null });
}

/** Throws 422 where the token belongs to another letter. */
function demandSame(same: LetterRow | null, asked: Pick<LetterRow, 'title' | 'body' | 'companyId'>): number {
  if (
    same === null ||
    same.title !== asked.title ||
    same.body !== asked.body ||
    same.companyId !== asked.companyId
  )
    throw fieldError('token', '该请求标识已用于另一条消息，请刷新页面后重新提交');
  return same.id;
}

function newLetter(
  { actor, now }: Own,
  { token, title, text, link }: Pick<WriteToFoundValues, 'token' | 'title' | 'text' | 'link'>,
  isToOne: boolean,
) {
  return {
    madeBy: actor.name,
    token,
    title,
    body: text,
    link: pageOfShop(link),
    state: newLetterState(isToOne),
    createdAt: now,
  } satisfies NewLetter;
}

/** The path of a page of the shop, given whole or as a path. Throws 422 for every other address, also of a desk. */
function pageOfShop(typed: string): string {
  if (typed === '') return '';
  const site = siteAddress();
  const url = URL.parse(typed, site);
  const pattern = url?.origin === new URL(site).origin ? findPattern(url.pathname) : undefined;
  if (url === null || pattern === undefined || routes[pattern].room === 'desk')
    throw fieldError('link', '链接只能是本站买家能打开的页面，如/list/info/1');
  return url.pathname + url.search;
}

function queryOfSearch(context: Own, search: string): ListQuery {
  const read = parseSent(listInput(companies), Object.fromEntries(new URLSearchParams(search)));
  if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
  const asked = read.data;
  const values = tableOf(keysOf(companies.filters), (name) => String(asked[name] ?? ''));
  return { list: companies, source: companyListRows.source(readerOf(context)), values };
}

function dayOf(now: Date): Date {
  return new Date(startOfDay(now.getTime()));
}
