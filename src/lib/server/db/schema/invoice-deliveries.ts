/** Deliveries of invoices to the mail and the mobile of their titles (rules 19). */
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, createdAt, isKnown, isNotNegative, word } from './columns.ts';
import { invoice } from './invoices.ts';

/** One delivery by one way. The address is in the invoice's copy of its title, which closing a company erases. */
export const invoiceDelivery = pgTable(
  'invoice_delivery',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoice.id),
    way: word('invoice_delivery.way').notNull(),
    state: word('invoice_delivery.state').notNull().default('waiting'),
    /** When the job looks at it again; null: never. */
    nextAt: at(),
    /** Tries since people asked last, and why the last one failed, as people read it. */
    tries: smallint().notNull().default(0),
    fault: text().notNull().default(''),
    /** Times that people sent it again, and when last. */
    asked: smallint().notNull().default(0),
    askedAt: at(),
    /** When it was sent last; while it is being sent, when that began. */
    sentAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.way] }),
    index('invoice_delivery_due').on(t.nextAt),
    isKnown('invoice_delivery.way', t.way),
    isKnown('invoice_delivery.state', t.state),
    isNotNegative('invoice_delivery', t.tries, t.asked),
  ],
);
