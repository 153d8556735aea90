/** Pictures of what was said about an order that was refused at the door. */
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { order } from './orders.ts';
import { storedFile } from './papers.ts';

/** Pictures that an entry of an order's timeline brings, of the buyer or of a desk. */
export const orderEventFile = pgTable(
  'order_event_file',
  {
    orderNo: text()
      .notNull()
      .references(() => order.no),
    /**
     * Of `order_event`, whose rows are never deleted: a foreign key would refuse its truncation with a different error.
     */
    eventId: integer().notNull(),
    position: smallint().notNull(),
    fileId: integer()
      .notNull()
      .references(() => storedFile.id),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.position] }),
    index('order_event_file_order').on(t.orderNo),
    index('order_event_file_file').on(t.fileId),
  ],
);
