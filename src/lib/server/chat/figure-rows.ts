/** Inquiries of a desk for its figures. */
import { and, asc, eq, gte, isNull, lt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { chatInquiry, chatTalk, staff } from '../db/schema.ts';

/** Most inquiries that are read for one answer. */
export const mostFigured = 20_000;

/** Inquiries that were opened between two moments, with who answered first. */
export function listInquiries(db: Db, merchantId: number | null, from: Date, to: Date) {
  return db
    .select({
      openedAt: chatInquiry.openedAt,
      answeredAt: chatInquiry.answeredAt,
      closedAt: chatInquiry.closedAt,
      stars: chatInquiry.stars,
      person: staff.username,
    })
    .from(chatInquiry)
    .innerJoin(chatTalk, eq(chatTalk.id, chatInquiry.talkId))
    .leftJoin(staff, eq(staff.id, chatInquiry.answeredBy))
    .where(
      and(
        merchantId === null ? isNull(chatTalk.merchantId) : eq(chatTalk.merchantId, merchantId),
        gte(chatInquiry.openedAt, from),
        lt(chatInquiry.openedAt, to),
      ),
    )
    .orderBy(asc(chatInquiry.openedAt))
    .limit(mostFigured);
}
export type FiguredInquiry = Awaited<ReturnType<typeof listInquiries>>[number];
