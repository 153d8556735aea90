/** Accounts that the platform opens for a company, and links that set a password without a text message. */
import { randomBytes } from 'node:crypto';
import type { OpenCompanyValues, OpenedCompany } from '#lib/contract/companies/open-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { emptyCompanyData } from '#lib/rules/companies/application.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { type BuyerType, buyerTypes } from '#lib/rules/companies/qualification.ts';
import { isKeyOf, keysOf } from '#lib/rules/terms/keys.ts';
import { withoutHidden } from '#lib/rules/text/one-line.ts';
import { isMobile, maskPhone, normalizePhone } from '#lib/rules/text/phone.ts';
import { type Context, recordOf } from '../core/context.ts';
import { siteAddress } from '../core/process/site-address.ts';
import { hashPassword } from '../core/sessions/password-hashes.ts';
import { linkTtl, newLinkTicket } from '../core/sessions/reset-ticket.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { findAccount } from '../people/account-rows.ts';
import { findLogin, putTicket } from '../people/login-rows.ts';
import {
  findUnusedOwner,
  insertDraftCompany,
  insertOwner,
  insertPerson,
} from '../people/registration-rows.ts';

export interface NewCompany {
  name: string;
  /** The owner's name; empty: they enter it later. */
  contact: string;
  phone: string;
  /** A key of `buyerTypes` or its name: 单体药房. */
  type: string;
}

export interface PasswordLink {
  phone: string;
  company: string;
  /** A whole address; it sets one password, until `expiresAt`. */
  link: string;
  expiresAt: Date;
}

/** `POST /api/desk/companies`: as `openCompany`. */
export async function openAtDesk(
  context: Context<'platform'>,
  { buyer_type: type, ...input }: OpenCompanyValues,
): Promise<OpenedCompany> {
  const { expiresAt, ...opened } = await openCompany(context, { ...input, type });
  return { ...opened, expires_at: expiresAt.toISOString() };
}

/**
 * Opens an account with a draft of the company, as a registration by text message does; the owner sets the password by
 * the link and accepts the terms at the first login. A repeat before that answers the same account with another link.
 * Throws 422 for invalid input, 409 for a phone that has an account.
 */
export async function openCompany(context: Context<'platform'>, input: NewCompany): Promise<PasswordLink> {
  const { db, now } = context;
  const name = withoutHidden(input.name).trim();
  const contact = withoutHidden(input.contact).trim();
  const phone = normalizePhone(input.phone);
  const buyerType = findBuyerType(input.type);
  if (name.length < 4 || name.length > 60) throw fieldError('name', '企业名称为4–60个字');
  if (contact.length > maxPersonName) throw fieldError('contact', `联系人姓名最多${maxPersonName}个字`);
  if (!isMobile(phone)) throw fieldError('phone', '手机号应为11位，用于登录');
  if (buyerType === null)
    throw fieldError(
      'type',
      `企业类型应为${Object.values(buyerTypes)
        .map(({ text }) => text)
        .join('、')}之一`,
    );
  // A random password that no one knows: the link is the only way in.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  return db.transaction(async (tx) => {
    const userId = await insertPerson(tx, { name: contact, phone, passwordHash, now });
    if (userId === null) {
      const opened = await findUnusedOwner(tx, { phone, company: name });
      if (opened === null) throw new AppError(409, `手机号${phone}已有账号，请按手机号查找企业`);
      return { phone, company: name, ...(await linkAgain(tx, context, opened)) };
    }
    const data = { ...emptyCompanyData, name, phone, buyerType };
    const companyId = await insertDraftCompany(tx, { name, data, now });
    const form = buyerType === 'chain_head' ? 'head' : 'single';
    await insertOwner(tx, { userId, companyId, form, now });
    const ticket = await putLink(tx, userId, now);
    await writeAudit(tx, recordOf(context), {
      act: 'company.open',
      subject: 'company',
      key: companyId,
      before: null,
      after: { name, phone: maskPhone(phone), buyerType, userId },
      at: now,
    });
    return { phone, company: name, ...ticket };
  });
}

/**
 * Another link for a person who forgot the password where no text messages are sent. The company gets a message. Throws
 * 404 for a phone without an account, 409 for one that may not log in.
 */
export async function linkPassword(context: Context<'platform'>, given: string): Promise<PasswordLink> {
  const { db, now } = context;
  const phone = normalizePhone(given);
  const login = await findLogin(db, phone);
  const account = login && (await findAccount(db, login.userId));
  if (account === null || account.phone !== phone) throw new AppError(404, `手机号${phone}没有账号`);
  if (!mayLogIn(account.companyState) || account.isDisabled)
    throw new AppError(409, `手机号${phone}的账号已停用或企业已注销，不能登录`);
  return db.transaction(async (tx) => {
    const ticket = await linkAgain(tx, context, account.userId);
    await sendMessages(tx, {
      companyId: account.homeCompanyId,
      kind: 'company',
      title: '客服发出了重设密码的链接',
      body: `账号${account.username}可以用客服给的链接重设一次登录密码。如非本人申请，请立即联系客服。`,
      link: path('/zhzx/sessions'),
      ref: `password-link:${account.userId}:${now.toISOString()}`,
    });
    return { phone, company: account.company, ...ticket };
  });
}

/** Another link, recorded in the audit log. */
async function linkAgain(
  tx: Tx,
  context: Context<'platform'>,
  userId: string,
): Promise<Pick<PasswordLink, 'link' | 'expiresAt'>> {
  const ticket = await putLink(tx, userId, context.now);
  await writeAudit(tx, recordOf(context), {
    act: 'member.link',
    subject: 'member',
    key: userId,
    before: null,
    after: { expiresAt: ticket.expiresAt.toISOString() },
    at: context.now,
  });
  return ticket;
}

async function putLink(tx: Tx, userId: string, now: Date): Promise<Pick<PasswordLink, 'link' | 'expiresAt'>> {
  const { token, tokenHash } = newLinkTicket();
  const expiresAt = new Date(now.getTime() + linkTtl);
  await putTicket(tx, tokenHash, { userId, expiresAt });
  const link = path('/forget/link', undefined, { token });
  return { link: new URL(link, siteAddress()).href, expiresAt };
}

function findBuyerType(text: string): BuyerType | null {
  if (isKeyOf(buyerTypes, text)) return text;
  return keysOf(buyerTypes).find((type) => buyerTypes[type].text === text) ?? null;
}
