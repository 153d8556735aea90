/** Counts at the entries of a desk's navigation, and the stream that says when to load them again. */
import type { DeskWaiting } from '#lib/contract/notices.ts';
import { findDeskRoute, path } from '#lib/contract/routes.ts';
import { kindsToDecide, moneyKindsToDecide } from '#lib/rules/companies/countersign.ts';
import { noticeKindsOf } from '#lib/rules/companies/merchant-notices.ts';
import { nextSetUp, staffMay } from '#lib/rules/companies/staff.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { personOf } from '../acts/propose.ts';
import { chatFeed } from '../chat/feed.ts';
import { countWaitingTalks } from '../chat/waiting-rows.ts';
import { actorMay, type CallContext, type Context, staffActorOf } from '../core/context.ts';
import { streamNews } from '../core/events/stream.ts';
import { staffReader } from '../core/sessions/desk-session.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { countOwnStatements } from '../ledgers/statement-rows.ts';
import { countUnreadNotices } from '../messages/merchant-notice-rows.ts';
import { countMoney } from '../payments/money-list-rows.ts';
import { countNavigation, type NavigationCount } from './navigation-rows.ts';

/** The count of each entry. */
const counted = {
  merchant: {
    '/desk/orders': ['toShip', 'refusals'],
    '/desk/aftersale': ['cases'],
    '/desk/proposals': ['proposals'],
    '/desk/controlled': ['grants'],
    '/desk/changes': ['changes'],
    '/desk/invoices': ['invoices'],
    '/desk/red-forms': ['redForms'],
    '/desk/live-questions': ['liveQuestions'],
  },
  platform: {
    '/desk/review': ['companies'],
    '/desk/orders': ['refusals'],
    '/desk/transfers': ['transfers'],
    '/desk/refunds': ['refunds', 'twiceRefunds'],
    '/desk/payouts': ['payouts'],
    '/desk/countersign': ['acts'],
    '/desk/bills': ['differences'],
    '/desk/statements': ['objections'],
    '/desk/changes': ['changes'],
    '/desk/aftersale': ['cases'],
    '/desk/licences': ['renewals'],
    '/desk/wanted': ['wanted'],
    '/desk/grants': ['grants'],
    '/desk/invoices': ['invoices'],
    '/desk/red-forms': ['redForms'],
    '/desk/live': ['liveRooms'],
    '/desk/points-orders': ['pointsToShip', 'pointsCases'],
  },
} satisfies Record<'merchant' | 'platform', Record<string, readonly NavigationCount[]>>;

/** `GET /api/desk/waiting`: for the pages that the reader may open; a merchant's people see their merchant's counts. */
export async function getDeskWaiting({ db, actor, now }: Context<'staff'>): Promise<DeskWaiting> {
  const rows: Record<string, readonly NavigationCount[]> = counted[actor.kind];
  const open = keysOf(rows).filter((href) => {
    const route = findDeskRoute(href);
    // A reader who only searches orders has none to work on.
    const may = href === path('/desk/orders') ? 'orders' : route?.may;
    return may !== undefined && actorMay(actor, may);
  });
  const keys = open.flatMap((href) => rows[href] ?? []);
  const decides = kindsToDecide(personOf({ actor }));
  const bounds = { within: actor.merchantId, decides, now };
  const found = await readElsewhere(db, (from) => countNavigation(from, bounds, keys));
  const list = open.map((href) => ({
    href,
    count: (rows[href] ?? []).reduce((sum, key) => sum + (found.get(key) ?? 0), 0),
  }));
  if (actor.kind === 'platform' && actorMay(actor, 'payments')) {
    const kinds = moneyKindsToDecide(personOf({ actor }));
    const { count } = await readElsewhere(db, (from) => countMoney(from, kinds));
    list.push({ href: '/desk/money', count });
  }
  const { kind, merchantId, staffId, role } = actor;
  if (actorMay(actor, 'chat')) {
    const { count } = await readElsewhere(db, (from) =>
      countWaitingTalks(from, { within: merchantId, staffId }),
    );
    list.push({ href: '/desk/chat', count });
  }
  if (kind === 'merchant' && actorMay(actor, 'books')) {
    const { count } = await readElsewhere(db, (from) => countOwnStatements(from, merchantId, now));
    list.push({ href: '/desk/statements', count });
  }
  if (kind === 'merchant' && staffId !== undefined && role !== undefined) {
    const request = { merchantId, staffId, kinds: noticeKindsOf(role), isUnreadOnly: true };
    list.push({ href: '/desk/notices', count: await countUnreadNotices(db, request) });
  }
  return { list: list.filter(({ count }) => count > 0) };
}

/**
 * `GET /api/desk/events`: notifies of changes on the desk's side, until either side ends it or the session does. Throws
 * 503 as every stream.
 */
export function openDeskStream(
  { db, actor, headers }: CallContext<'staff'>,
  named: Partial<Record<string, string>>,
  beatMs?: number,
): Promise<Response> {
  async function mayReceive(): Promise<boolean> {
    const staff = await staffReader(headers)();
    if (staff === null) return false;
    const { kind } = staffActorOf(staff);
    return (
      staff.id === actor.staffId &&
      staff.merchantId === actor.merchantId &&
      nextSetUp(staff) === null &&
      staffMay(kind, staff.role, 'own')
    );
  }
  const { merchantId } = actor;
  const after = headers.get('last-event-id') ?? named.after ?? '';
  const feed =
    actor.staffId !== undefined && actorMay(actor, 'chat')
      ? chatFeed(db, { merchantId }, `s ${actor.staffId}`, after)
      : undefined;
  return streamNews(
    { companyId: 0, userId: `staff ${actor.name}`, deskOf: merchantId, mayReceive, feed },
    beatMs,
  );
}
