/** Growing lists of a company, for the platform's staff: the last rows with its file, earlier ones by a call. */
import type {
  CompanyFile,
  CompanyMore,
  CompanyMoreInput,
  GrowingPart,
} from '#lib/contract/companies/file-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { seesOfCompany, staffRoleText } from '#lib/rules/companies/staff.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import {
  findCompanyRow,
  listCompanyAudit,
  listCompanyOrders,
  listCompanySessions,
  listLastCoupons,
  listLastEntries,
  listLastMessages,
  type Reach,
} from './file-rows.ts';
import { auditOf, couponOf, entryOf, messageOf, orderOf, sessionOf } from './list-entries.ts';

/** Rows of a list at a time; more of unfinished orders, because a freeze stops all of them. */
const shown = 20;
const shownOpen = 100;

interface Ask {
  db: Db;
  companyId: number;
  now: Date;
  /** The last known row; null for the first ones. */
  after: string | null;
}

interface Part<Row> {
  rows: Row[];
  hasMore: boolean;
}

/** Reads one row more than is shown, to know whether there are more. */
async function partOf<Row, Wire>(
  ask: Ask,
  size: number,
  { read, wire }: { read: (reach: Reach) => Promise<Row[]>; wire: (row: Row) => Wire },
): Promise<Part<Wire>> {
  const { companyId, after } = ask;
  const rows = await read({ companyId, after, limit: size + 1 });
  return { rows: rows.slice(0, size).map(wire), hasMore: rows.length > size };
}

const ordersOf = (ask: Ask, isOpen: boolean) =>
  partOf(ask, isOpen ? shownOpen : shown, {
    read: (reach) => listCompanyOrders(ask.db, reach, { isOpen }),
    wire: (row) => orderOf(row, ask.now),
  });

const lists: { [Name in GrowingPart]: (ask: Ask) => Promise<Part<CompanyFile[Name][number]>> } = {
  open_orders: (ask) => ordersOf(ask, true),
  orders: (ask) => ordersOf(ask, false),
  sessions: (ask) =>
    partOf(ask, shown, { read: (reach) => listCompanySessions(ask.db, reach, ask.now), wire: sessionOf }),
  ledger: (ask) => partOf(ask, shown, { read: (reach) => listLastEntries(ask.db, reach), wire: entryOf }),
  coupons: (ask) =>
    partOf(ask, shown, {
      read: (reach) => listLastCoupons(ask.db, reach),
      wire: (row) => couponOf(row, ask.now),
    }),
  messages: (ask) =>
    partOf(ask, shown, { read: (reach) => listLastMessages(ask.db, reach), wire: messageOf }),
  audit: (ask) => partOf(ask, shown, { read: (reach) => listCompanyAudit(ask.db, reach), wire: auditOf }),
};

/** True when a role sees a list of the file. */
function seesPart(role: string | undefined, part: GrowingPart): boolean {
  if (part === 'ledger') return seesOfCompany(role, 'money');
  return part !== 'sessions' || seesOfCompany(role, 'people');
}

/** The first rows of every list, and which of the lists continue. */
export async function firstLists(
  db: Db,
  { companyId, role, now }: { companyId: number; role: string | undefined; now: Date },
): Promise<Pick<CompanyFile, GrowingPart | 'more'>> {
  const ask = { db, companyId, now, after: null };
  const [open, orders, sessions, ledger, coupons, messages, audit] = await Promise.all([
    lists.open_orders(ask),
    lists.orders(ask),
    seesPart(role, 'sessions') ? lists.sessions(ask) : { rows: [], hasMore: false },
    seesPart(role, 'ledger') ? lists.ledger(ask) : { rows: [], hasMore: false },
    lists.coupons(ask),
    lists.messages(ask),
    lists.audit(ask),
  ]);
  const all = { open_orders: open, orders, sessions, ledger, coupons, messages, audit };
  return {
    open_orders: open.rows,
    orders: orders.rows,
    sessions: sessions.rows,
    ledger: ledger.rows,
    coupons: coupons.rows,
    messages: messages.rows,
    audit: audit.rows,
    more: keysOf(all).filter((part) => all[part].hasMore),
  };
}

/** Rows of these lists are identified by a number of the database. */
const isNumbered: ReadonlySet<GrowingPart> = new Set(['ledger', 'coupons', 'messages', 'audit']);
const maxId = 2_147_483_647;

/**
 * `GET /api/desk/companies/{id}/more`: the rows of one list after a known one. After a row of another company there are
 * none. Throws 403 for a list that the role does not see, 404 for an unknown company, 422 for an invalid row.
 */
export async function listMore(
  { db, now, actor }: Context<'platform'>,
  { id, part, after }: CompanyMoreInput,
): Promise<CompanyMore> {
  if (isNumbered.has(part) && !(/^\d+$/.test(after) && Number(after) <= maxId))
    throw fieldError('after', '位置不正确，请刷新页面');
  if (!seesPart(actor.role, part))
    throw new AppError(
      403,
      `您的角色为${staffRoleText('platform', actor.role ?? '')}，不能查看这项企业资料，请联系管理员调整`,
    );
  if ((await findCompanyRow(db, id)) === null) throw new AppError(404, `没有企业${id}`);
  const { rows, hasMore } = await lists[part]({ db, companyId: id, now, after });
  return { [part]: rows, more: hasMore ? [part] : [] };
}
