/** Everything that the platform's desk sees of one company, and the acts on it. */
import { z } from 'zod';
import { scopeCodes } from '#lib/rules/companies/qualification.ts';
import { unset } from '../decode.ts';
import { flagOut, id, money, text, typed, upTo, whole } from '../fields.ts';
import { paperFileWire } from '../papers.ts';
import { openMoney, ownMoney } from '../prices.ts';
import { namedStoreRow } from '../stores/named-schema.ts';

/** A time in ISO 8601; empty without one. */
const moment = z.string();

/** Growing lists: the last rows come with the file, earlier ones on demand. */
export const growingParts = [
  'open_orders',
  'orders',
  'sessions',
  'ledger',
  'coupons',
  'messages',
  'audit',
] as const;
export type GrowingPart = (typeof growingParts)[number];
const growing = {
  ...{ open_orders: true, orders: true, sessions: true },
  ...{ ledger: true, coupons: true, messages: true, audit: true },
} as const satisfies Record<GrowingPart, true>;

const orderLine = z.object({
  no: z.string(),
  merchant: z.string(),
  status_text: z.string(),
  amount: ownMoney(money),
  placed_at: moment,
});

export const companyFile = z.object({
  id: z.number().int(),
  name: z.string(),
  credit_code: openMoney(z.string()),
  buyer_type_text: z.string(),
  status_text: z.string(),
  /** Why it was refused or frozen; empty without a reason. */
  status_reason: z.string(),
  region: z.string(),
  created_at: moment,
  first_paid_at: moment,
  may_freeze: flagOut,
  is_frozen: flagOut,
  /** Its head office; null for an independent company. */
  head: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  stores: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** The stores named during registration, in order. */
  named_stores: z.array(namedStoreRow),
  rank: z.number().int(),
  /** 0: none. */
  manager_id: z.number().int(),
  managers: z.array(z.object({ id: z.number().int(), name: z.string() })),
  scopes: z.array(
    z.object({
      code: z.string(),
      is_on: flagOut,
      /** A licence for it is valid. */
      is_held: flagOut,
      /** The licences of which one is needed. */
      rests_on: z.string(),
    }),
  ),
  /** Identifies the rank, manager and scopes that were read: a change must be based on it. */
  seen_mark: z.string(),
  /** Null for a role that does not see the company's money; likewise the points. */
  balance: ownMoney(money.nullable()),
  points: z.number().int().nullable(),
  papers: z.array(
    z.object({
      id: z.number().int(),
      kind_text: z.string(),
      number: z.string(),
      valid_from: z.string(),
      /** Empty: without end. */
      valid_to: z.string(),
      state_text: z.string(),
      /** Pictures and documents; none for a role that may not see them. */
      files: z.array(paperFileWire),
    }),
  ),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      login: z.string(),
      phone: z.string(),
      role_text: z.string(),
      is_owner: flagOut,
      /** Per order; null is no limit. */
      order_limit: ownMoney(money.nullable()),
      is_disabled: flagOut,
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      person: z.string(),
      device: z.string(),
      address: z.string(),
      /** Its location in words. */
      place: z.string(),
      logged_in_at: moment,
      seen_at: moment,
    }),
  ),
  addresses: z.array(z.object({ id: z.number().int(), text: z.string(), is_default: flagOut })),
  /** Open orders, which a freeze stops. */
  open_orders: z.array(orderLine),
  orders: z.array(orderLine),
  ledger: z.array(
    z.object({
      id: z.number().int(),
      use_text: z.string(),
      amount: ownMoney(money),
      balance: ownMoney(money),
      note: z.string(),
      at: moment,
    }),
  ),
  /** Its coupons and vouchers, the newest first. */
  coupons: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      kind_text: z.string(),
      /** Yuan; for a voucher its initial value. */
      value: ownMoney(money),
      threshold: ownMoney(money),
      /** The remaining value of a voucher; null for a coupon. */
      balance: ownMoney(money.nullable()),
      status_text: z.string(),
      valid_to: moment,
      remarks: z.string(),
      given_at: moment,
    }),
  ),
  messages: z.array(
    z.object({ id: z.number().int(), title: z.string(), body: z.string(), is_read: flagOut, at: moment }),
  ),
  audit: z.array(
    z.object({ id: z.number().int(), act_text: z.string(), who: z.string(), after: z.string(), at: moment }),
  ),
  /** The lists with further rows. */
  more: z.array(z.enum(growingParts)),
});
export type CompanyFile = z.infer<typeof companyFile>;

/** More of one list of a company: only that list is present. */
export const companyMore = companyFile.pick(growing).partial().extend({ more: companyFile.shape.more });
export type CompanyMore = z.infer<typeof companyMore>;

export const companyMoreInput = z.object({
  id: id('企业编号'),
  part: z.enum(growingParts, { error: '没有这个列表' }),
  /** The last known row: its id, for an order its number. */
  after: text('位置', { min: 1, max: 40 }),
});
export type CompanyMoreInput = z.output<typeof companyMoreInput>;

export const freezeInput = z.object({
  id: id('企业编号'),
  /** Shown to the company. */
  reason: text('冻结原因', { min: 2, max: 200 }),
});
export type FreezeInput = z.output<typeof freezeInput>;

export const maxRank = 9;

/** Scopes by their codes. */
export const scopeList = upTo(scopeCodes.length, z.enum(scopeCodes, { error: '经营范围不正确' }), {
  error: '经营范围不正确',
  tooMany: '经营范围不正确',
});

export const termsInput = z.object({
  id: id('企业编号'),
  rank: typed(whole('会员等级', 0, maxRank)),
  /** Left out: none. */
  manager_id: unset(typed(id('客户经理')).optional()),
  /** The complete new scopes; left out: none. */
  scopes: unset(scopeList.optional()),
  /** `seen_mark` as it was read. */
  mark: text('版本', { min: 1, max: 500 }),
});
export type TermsInput = z.output<typeof termsInput>;
