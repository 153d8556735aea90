/** Rules of points, their mall and the wheel that SQL repeats say what the rules say, over generated rows. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { pointsOrdersList } from '#lib/contract/desk/lists/points-orders.ts';
import { offerRefusal } from '#lib/rules/points/mall.ts';
import {
  deskPointsActions,
  type PointsOrderState,
  pointsOrderStates,
  pointsStateAt,
} from '#lib/rules/points/points-orders.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { type WheelState, wheelState } from '#lib/rules/wheel/wheel.ts';
import { pointsCase, pointsGoods, pointsOrder, pointsParcel, wheel } from '#lib/server/db/schema.ts';
import { takePieces } from '#lib/server/mall/goods-rows.ts';
import { countByState, listShown } from '#lib/server/mall/order-rows.ts';
import { insertChance, listOpenWheels } from '#lib/server/wheel/chance-rows.ts';
import { factsOf, findSeenWheel, listToJoin } from '#lib/server/wheel/rows.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { makeBuyers } from '#tests/support/orders.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';

const { db } = await testDatabase();
const now = Date.now();
const minute = 60_000;
const at = (ms: number) => new Date(now + ms);
const buyer = (await makeBuyers(db, 1))[0]!;
const { companyId, userId } = buyer;
const [thing] = await db
  .insert(pointsGoods)
  .values({ kind: 'thing', name: '保温杯', points: 100, stock: 10, isOn: true, onFrom: at(-minute) })
  .returning();
const states = keysOf(pointsOrderStates);

/** An order of the mall of each state, redeemed and won, with its time for an address before and after now. */
async function orders() {
  const cases = states.flatMap((status) =>
    [false, true].flatMap((isPrize) =>
      [-minute, minute].flatMap((until) =>
        [false, true].map((hasCase) => ({ status, isPrize, until, hasCase })),
      ),
    ),
  );
  const made = cases.map(({ status, isPrize, until, hasCase }, nth) => ({
    row: {
      ...{
        no: `J99${String(nth).padStart(12, '0')}`,
        companyId,
        userId,
        goodsId: thing!.id,
        kind: 'thing' as const,
      },
      ...{ name: '保温杯', quantity: 1, points: isPrize ? 0 : 100, money: 0, status },
      ...{
        drawId: isPrize ? nth + 1 : null,
        addressUntil: isPrize ? at(until) : null,
        receiveBy: at(minute),
      },
      address: { receiver: '', phone: '', province: '', city: '', district: '', detail: '' },
    },
    hasCase,
    isSigned: until < 0,
  }));
  await db.insert(pointsOrder).values(made.map(({ row }) => row as typeof pointsOrder.$inferInsert));
  const damaged = made.filter(({ hasCase }) => hasCase);
  await db
    .insert(pointsCase)
    .values(
      damaged.map(({ row }) => ({ orderNo: row.no, companyId, userId, reason: '破损', token: randomUUID() })),
    );
  // Of two parcels of an order the newer one counts: it is signed for where the time for an address is over.
  for (const isNewest of [false, true])
    await db.insert(pointsParcel).values(
      made.map(({ row, isSigned }) => ({
        ...{ orderNo: row.no, carrier: '顺丰速运', trackingNo: `SF${isNewest ? 1 : 0}0000`, movedAt: at(0) },
        state: isSigned === isNewest ? ('signed' as const) : ('moving' as const),
      })),
    );
  return made;
}

describe('an order of the mall', async () => {
  const made = await orders();

  test('stands in the state of the rule, in lists and counts: mall/order-rows and pointsStateAt', async () => {
    const byRule = new Map<PointsOrderState, string[]>();
    for (const { row } of made) {
      const state = pointsStateAt(
        { state: row.status, addressUntil: row.addressUntil?.getTime() ?? null },
        Date.now(),
      );
      byRule.set(state, [...(byRule.get(state) ?? []), row.no]);
    }
    const counts = await countByState(db, companyId);
    for (const status of states) {
      const { list, total } = await listShown(db, companyId, { status, limit: 1_000, offset: 0 });
      const nos = (byRule.get(status) ?? []).toSorted();
      expect(list.map(({ order: one }) => one.no).toSorted(), status).toEqual(nos);
      expect([total, counts.get(status) ?? 0], status).toEqual([nos.length, nos.length]);
    }
  });

  test('has the desk’s acts of the rule: mall/order-list-rows and deskPointsActions', async () => {
    const { rows } = await askList(byStaff(db), pointsOrdersList, { size: 200 });
    const flags = {
      ship: 'may_ship',
      call_off: 'may_call_off',
      correct: 'may_correct',
      repay: 'may_repay',
      refuse: 'may_answer',
    } as const;
    for (const { row, hasCase, isSigned } of made) {
      const shown = rows.find(({ no }) => no === row.no);
      const facts = {
        ...{ kind: row.kind, state: row.status, isPrize: row.drawId !== null, hasOpenCase: hasCase },
        ...{ addressUntil: row.addressUntil?.getTime() ?? null, completedAt: null },
      };
      // Only what was sent can be told to be damaged.
      if (hasCase && (row.status === 'to_address' || row.status === 'to_ship')) continue;
      const acts = deskPointsActions(facts);
      for (const [verb, flag] of Object.entries(flags))
        expect(shown?.[flag as 'may_ship'], `${row.no} ${row.status} ${verb}`).toBe(
          acts.some((one) => one === verb) && !(verb === 'correct' && isSigned) ? 1 : 0,
        );
    }
  });
});

test('what the mall gives out: mall/goods-rows and offerRefusal', async () => {
  for (const isOn of [true, false])
    for (const onFrom of [at(-minute), at(minute)])
      for (const onTo of [null, at(-minute / 2), at(2 * minute)])
        for (const stock of [0, 1]) {
          if (onTo !== null && onTo < onFrom) continue;
          const own = { isOn, onFrom, onTo, stock };
          await db.update(pointsGoods).set(own).where(eq(pointsGoods.id, thing!.id));
          const price = { id: thing!.id, quantity: 1, points: 100, money: 0 };
          const isTaken = await db.transaction((tx) => takePieces(tx, price));
          const times = { onFrom: onFrom.getTime(), onTo: onTo?.getTime() ?? null };
          const refusal = offerRefusal(
            { ...own, ...times, kind: 'thing', points: 100, money: 0, wheel: null },
            Date.now(),
          );
          expect(isTaken, JSON.stringify(own)).toBe(refusal === null);
        }
});

test('a wheel that is drawn from and brings chances: wheel/rows, wheel/chance-rows and wheelState', async () => {
  const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 1)]);
  await giveChance(db, id, companyId, 2);
  const seen = new Set<WheelState>();
  for (const startsAt of [-2, 1])
    for (const endsAt of [-1, 2])
      for (const drawn of [0, 2])
        for (const pausedAt of [null, at(-3 * minute)]) {
          if (endsAt < startsAt) continue;
          const times = { startsAt: at(startsAt * minute), endsAt: at(endsAt * minute) };
          const own = { ...times, drawn, pausedAt, pauseReason: '检修' };
          const [row] = await db.update(wheel).set(own).where(eq(wheel.id, id)).returning();
          const state = wheelState(factsOf(row!), Date.now());
          seen.add(state);
          const said = JSON.stringify(own);
          const hasTicket = drawn < 2;
          expect(
            (await listToJoin(db, companyId)).filter((one) => one.isToJoin),
            said,
          ).toHaveLength(state === 'open' ? 1 : 0);
          // A paused wheel that has begun goes on to bring chances of sign-ins and orders.
          const brings = startsAt < 0 && state !== 'closed';
          expect(
            (await listOpenWheels(db)).map((one) => one.id),
            said,
          ).toEqual(brings ? [id] : []);
          const source = { wheelId: id, companyId, userId: null, count: 1, source: 'desk' } as const;
          const given = await db.transaction((tx) => insertChance(tx, { ...source, sourceId: randomUUID() }));
          expect(given === 'given', said).toBe(state !== 'closed' && hasTicket);
          expect((await findSeenWheel(db, 0))?.id).toBe(id);
        }
  expect([...seen].toSorted()).toEqual(['closed', 'coming', 'open', 'over', 'paused']);
});
