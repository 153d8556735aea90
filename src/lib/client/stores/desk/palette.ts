/** The command palette of the desks: finds pages, companies by name, orders and payments by number. */

import { api } from '#lib/contract/api.ts';
import { path } from '#lib/contract/routes.ts';
import { companyStates, companyStateText } from '#lib/rules/companies/company-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { keysOf, textOf } from '#lib/rules/terms/keys.ts';
import { deskCall } from './session.ts';

/** One line of the palette, with its target. */
export interface Place {
  key: string;
  /** Its group. */
  group: string;
  name: string;
  /** Distinguishes it from others of the same name. */
  note: string;
  href: string;
}

const stateTexts = Object.fromEntries(keysOf(companyStates).map((state) => [state, companyStateText(state)]));

/** A page of the desk that this person may open. */
export interface DeskPage {
  href: string;
  title: string;
}

/** The pages whose title contains the typed text; all of them for an empty one. */
export function findPages(pages: readonly DeskPage[], text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  return pages
    .filter(({ title, href }) => title.includes(wanted) || href.slice('/desk'.length).includes(wanted))
    .map(({ href, title }) => ({ key: href, group: '页面', name: title, note: '', href }));
}

/** Companies, orders and payments, as far as the role may search them. A refusal of one does not hide the others. */
export async function findRows(pages: readonly DeskPage[], text: string): Promise<Place[]> {
  const wanted = text.trim();
  const isNumber = /^[0-9A-Za-z_-]{4,40}$/.test(wanted);
  const mayOpen = (href: string) => pages.some((page) => page.href === href);
  const found = await Promise.allSettled([
    wanted.length >= 2 && mayOpen('/desk/companies') ? findCompanies(wanted) : [],
    isNumber && mayOpen('/desk/orders') ? findOrders(wanted) : [],
    isNumber && mayOpen('/desk/payments') ? findPayments(wanted) : [],
  ]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

async function findCompanies(q: string): Promise<Place[]> {
  const { rows } = await deskCall(api.deskCompanies, { q, size: 8 });
  return rows.map(({ id, name, status }) => ({
    key: `company ${id}`,
    group: '企业',
    name,
    note: textOf(stateTexts, status),
    href: path('/desk/companies/[id]', { id }),
  }));
}

async function findOrders(no: string): Promise<Place[]> {
  const { list } = await deskCall(api.deskOrderNumbers, { no });
  return list.map((row) => ({
    key: `order ${row.no}`,
    group: '订单',
    name: row.no,
    note: `${row.found_by === '' ? '' : `含${row.found_by} `}${row.company} ${row.status_text}`,
    href: path('/desk/orders/[no]', { no: row.no }),
  }));
}

async function findPayments(q: string): Promise<Place[]> {
  const { list } = await deskCall(api.deskPayments, { q, size: 8 });
  return list.map((row) => ({
    key: `payment ${row.pay_no}`,
    group: '支付',
    name: row.pay_no,
    note: `${row.company} ¥${showYuan(row.amount)} ${row.status_text}`,
    href: path('/desk/payments', undefined, { q: row.pay_no }),
  }));
}
