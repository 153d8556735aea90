/** Agreed prices that the platform proposes and the merchant whose goods they are accepts. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, fen, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';

export const priceProposal = pgTable(
  'price_proposal',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    price: fen().notNull(),
    /** The agreed price that stood when it was proposed; null where there was none. */
    was: fen(),
    /** Key of rules/price-proposal. */
    state: word('price_proposal.state').notNull().default('waiting'),
    /** Staff of the platform, as they log in. */
    proposedBy: text().notNull(),
    createdAt: createdAt(),
    /** Staff of the merchant; of the platform where it was withdrawn. */
    decidedBy: text(),
    decidedAt: at(),
    /** Why the merchant refused it. */
    word: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('price_proposal_one_waits').on(t.companyId, t.goodsId).where(sql`state = 'waiting'`),
    index('price_proposal_merchant').on(t.merchantId, t.state, t.id),
    isKnown('price_proposal.state', t.state),
    check('price_proposal_price_positive', sql`${t.price} > 0`),
    check('price_proposal_decided', sql`(${t.decidedBy} is null) = (${t.state} = 'waiting')`),
  ],
);
