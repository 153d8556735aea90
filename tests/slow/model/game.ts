/** What every act has at hand, and how it finds what it is about. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PlacedTrade } from '#lib/contract/orders/calls.ts';
import type { OrderLineKind } from '#lib/rules/orders/order-lines.ts';
import { type OrderStatus, orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { activity, activityGoods, order, orderLine } from '#lib/server/db/schema.ts';
import type { Act } from './acts.ts';
import type { Book } from './book.ts';
import type { Answer, Browser } from './client.ts';
import type { Shop } from './shop.ts';
import type { Person, World } from './world.ts';

export interface Target {
  no: string;
  tradeNo: string;
  companyId: number;
  status: OrderStatus;
  /** Fen. */
  payAmount: number;
  lines: { id: number; goodsId: number; kind: OrderLineKind; left: number; toShip: number }[];
}

export interface Game {
  shop: Shop;
  world: World;
  book: Book;
  browser: Browser;
  /** Orders that something can still happen to, and some that are over, as they stood before the batch. */
  targets: Target[];
  /** Group-buys that run. */
  groups: { id: number; step: number }[];
  /** Who was frozen before the batch. */
  frozenBefore: ReadonlySet<number>;
  /** A file said how many pieces of a goods there are; from now on that is what was put in. */
  recount(goodsId: number, counted: number): Promise<void>;
}

/** One act; answers in words what came of it. */
export type Play = (game: Game, act: Act) => Promise<string>;

const most = 80;

/** Looks at the shop between two batches, to find what acts can be about. */
export async function look(game: Game): Promise<void> {
  const { shop, world } = game;
  const mine = inArray(order.companyId, world.companies);
  const isOver = inArray(order.status, ['completed', 'cancelled', 'closed']);
  const columns = {
    no: order.no,
    tradeNo: order.tradeNo,
    companyId: order.companyId,
    status: order.status,
    payAmount: order.payAmount,
  };
  const [live, over] = await Promise.all([
    shop.db
      .select(columns)
      .from(order)
      .where(and(mine, sql`not ${isOver}`))
      .orderBy(desc(order.createdAt), order.no)
      .limit(most),
    shop.db
      .select(columns)
      .from(order)
      .where(and(mine, isOver))
      .orderBy(desc(order.createdAt), order.no)
      .limit(most / 4),
  ]);
  const found = [...live, ...over];
  const lines =
    found.length === 0
      ? []
      : await shop.db
          .select()
          .from(orderLine)
          .where(
            inArray(
              orderLine.orderNo,
              found.map((one) => one.no),
            ),
          )
          .orderBy(orderLine.id);
  const byOrder = Map.groupBy(lines, (line) => line.orderNo);
  game.targets = found.map((one) => ({
    ...one,
    lines: (byOrder.get(one.no) ?? []).map(
      ({ id, goodsId, kind, quantity, shippedQuantity, refundedQuantity, sentRefundedQuantity }) => ({
        id,
        goodsId,
        kind,
        left: quantity - refundedQuantity,
        toShip: quantity - (refundedQuantity - sentRefundedQuantity) - shippedQuantity,
      }),
    ),
  }));
  game.groups = await shop.db
    .select({ id: activity.id, step: sql<number>`1` })
    .from(activity)
    .innerJoin(activityGoods, eq(activityGoods.activityId, activity.id))
    .where(
      and(
        eq(activity.kind, 'group_buy'),
        inArray(
          activityGoods.goodsId,
          world.goods.map((one) => one.id),
        ),
        sql`${activity.settledAt} is null and ${activity.endsAt} > ${shop.now()}`,
      ),
    )
    .orderBy(activity.id);
  game.frozenBefore = new Set(game.book.frozen);
}

export function personOf({ world }: Game, { who }: Act): Person {
  return world.people[who % world.people.length]!;
}

export function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % list.length];
}

/**
 * An order at one of these statuses and somebody of its company; now and then an order at any status, or a stranger, to
 * be refused.
 */
export function ownTarget(
  game: Game,
  act: Act,
  statuses: readonly OrderStatus[],
): { target: Target; person: Person; isStranger: boolean } | null {
  const target = anyTarget(game, act, statuses);
  if (!target) return null;
  const members = game.world.people.filter((one) => one.companyId === target.companyId);
  const person = act.m % 15 === 0 ? personOf(game, act) : pick(members, act.who)!;
  return { target, person, isStranger: person.companyId !== target.companyId };
}

/** What is somebody else's is not there. */
export function refuseStranger(game: Game, isStranger: boolean, { status }: Answer, what: string): void {
  if (isStranger && status === 200) game.book.complaints.push(`a stranger ${what}`);
}

export function anyTarget(game: Game, act: Act, statuses: readonly OrderStatus[]): Target | undefined {
  const fitting = game.targets.filter((one) => statuses.includes(one.status));
  return pick(fitting, act.n) ?? (act.m % 5 === 0 ? pick(game.targets, act.n) : undefined);
}

export const unpaidStatuses = orderStatuses.filter(orderIs.unpaid);
export const paidStatuses = orderStatuses.filter(orderIs.paid);

/** In words, for the story. */
export function reported({ status, message }: Answer): string {
  return status === 200 ? 'done' : `${status} ${message}`;
}

export function tradeOf({ data }: Answer): PlacedTrade {
  return data as PlacedTrade;
}
