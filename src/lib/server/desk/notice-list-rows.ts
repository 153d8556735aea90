/** Notices to a merchant's people as their list shows them. */
import { sql } from 'drizzle-orm';
import { notices } from '#lib/contract/desk/lists/notices.ts';
import { findDeskRoute, findPattern } from '#lib/contract/routes.ts';
import { noticeKindsOf } from '#lib/rules/companies/merchant-notices.ts';
import { staffMay } from '#lib/rules/companies/staff.ts';
import { type ListReader, listRows } from '../db/list-source.ts';
import { merchantNotice } from '../db/schema.ts';
import { isRead, noticeReaders, ofReader } from '../messages/merchant-notice-rows.ts';

export const noticeListRows = listRows(notices, {
  source: (reader) => {
    const { staffId = 0 } = reader;
    return {
      from: sql`${merchantNotice}`,
      key: sql`${merchantNotice.id}`,
      bound: ofReader({ merchantId: reader.merchantId ?? 0, kinds: noticeKindsOf(reader.role ?? '') }),
      columns: {
        title: sql`${merchantNotice.title}`,
        body: sql`${merchantNotice.body}`,
        kind: sql`${merchantNotice.kind}`,
        created_at: sql`${merchantNotice.createdAt}`,
        readers: sql`array_to_string(${noticeReaders}, '、')`,
        is_read: isRead(staffId),
        link: sql`${merchantNotice.link}`,
      },
      filters: { unread: () => sql`not ${isRead(staffId)}` },
    };
  },
  finish: ({ link }, reader) => ({ link: linkFor(reader, String(link)) }),
});

/** The link where the reader may open the page. */
function linkFor({ role = '' }: ListReader, link: string): string {
  const route = findDeskRoute(findPattern(link) ?? '');
  return route !== undefined && route.who !== 'platform' && staffMay('merchant', role, route.may) ? link : '';
}
