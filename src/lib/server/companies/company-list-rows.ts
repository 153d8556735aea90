/** Companies at the platform's desk. Telephones are whole for the roles that may see them, masked for others. */
import { sql } from 'drizzle-orm';
import { companies } from '#lib/contract/desk/lists/companies.ts';
import { seesOfCompany } from '#lib/rules/companies/staff.ts';
import { maskPhone, phoneOrText } from '#lib/rules/text/phone.ts';
import { contains } from '../db/contains.ts';
import { cellString, listRows, regionCell } from '../db/list-source.ts';

export const companyListRows = listRows(companies, {
  source: ({ role }) => ({
    from: sql`company c`,
    shown: sql`left join lateral (
      select u.name, u.username, u.phone_number from member m join "user" u on u.id = m.user_id
      where m.company_id = c.id and m.role = 'owner' order by m.created_at, u.id limit 1) owner on true`,
    key: sql`c.id`,
    columns: {
      name: sql`c.name`,
      status: sql`c.status`,
      buyer_type: sql`c.buyer_type`,
      credit_code: sql`c.credit_code`,
      rank: sql`c.rank`,
      contact: sql`owner.name`,
      login: sql`owner.username`,
      phone: sql`owner.phone_number`,
      created_at: sql`c.created_at`,
      first_paid_at: sql`c.first_paid_at`,
    },
    extra: { province: sql`c.province`, city: sql`c.city`, district: sql`c.district` },
    filters: { q: (typed) => fits(phoneOrText(typed), seesOfCompany(role, 'people')) },
  }),
  finish: (row, { role }) => ({
    region: regionCell(row),
    login: phoneFor(role, cellString(row.login)),
    phone: phoneFor(role, cellString(row.phone)),
  }),
});

/**
 * A part of the name or code, the number, a person's name, login name or phone. A phone that the reader does not see is no
 * way to find its company: piece by piece it would be told.
 */
function fits(q: string, seesPhones: boolean) {
  const byNumber = /^[1-9]\d{0,8}$/.test(q) ? sql` or c.id = ${Number(q)}` : sql``;
  const byLogin = contains(sql`u.username`, q);
  const byPerson = seesPhones
    ? sql`${byLogin} or ${contains(sql`u.phone_number`, q)}`
    : sql`${byLogin} and u.username !~ '(^|\\D)1[3-9]\\d{9}(\\D|$)'`;
  return sql`(${contains(sql`c.name`, q)} or ${contains(sql`c.credit_code`, q)}${byNumber} or c.id in (
    select m.company_id from member m join "user" u on u.id = m.user_id
    where ${contains(sql`u.name`, q)} or ${byPerson}))`;
}

/** Also where a telephone is a login name. */
function phoneFor(role: string | undefined, text: string): string {
  if (seesOfCompany(role, 'people')) return text;
  return text.replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, maskPhone);
}
