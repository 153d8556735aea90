/** Live rooms of tests. */
import { randomUUID } from 'node:crypto';
import { goodsPlain, goodsPlainSecond, merchantHouse } from '#demo/seed/known.ts';
import type { Db } from '#lib/server/db/client.ts';
import { coupon, liveDrop, liveEvent, liveGoods, liveRoom, staff } from '#lib/server/db/schema.ts';

type Room = typeof liveRoom.$inferInsert;
type Event = Omit<typeof liveEvent.$inferInsert, 'roomId'>;

/** A room that is on air, with two goods; answers its id. */
export async function makeRoom(db: Db, more: Partial<Room> = {}): Promise<number> {
  const since = new Date(Date.now() - 60_000);
  const [row] = await db
    .insert(liveRoom)
    .values({
      ...{
        merchantId: merchantHouse,
        title: '冬季常备药',
        hostName: '林晓',
        sealedHostId: 'x',
        hostIdTail: '001X',
      },
      ...{ state: 'live', startsAt: since, startedAt: since, endsAt: new Date(Date.now() + 3_600_000) },
      token: randomUUID(),
      ...more,
    })
    .returning({ id: liveRoom.id });
  const roomId = row?.id ?? 0;
  await db.insert(liveGoods).values([
    { roomId, goodsId: goodsPlain, position: 0, point: '家中常备' },
    { roomId, goodsId: goodsPlainSecond, position: 1 },
  ]);
  return roomId;
}

/** Writes an event of a room; answers its id. */
export async function addEvent(db: Db, roomId: number, event: Partial<Event> = {}): Promise<number> {
  const [row] = await db
    .insert(liveEvent)
    .values({ roomId, kind: 'pin', at: new Date(), ...event })
    .returning({ id: liveEvent.id });
  return row?.id ?? 0;
}

/** A coupon that the host drops; answers its id. */
export async function dropCoupon(db: Db, roomId: number, total: number): Promise<number> {
  const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 86_400_000)];
  const [person] = await db.select({ id: staff.id }).from(staff).limit(1);
  const [staffId] = person
    ? [person.id]
    : (
        await db
          .insert(staff)
          .values({ username: 'zhubo', role: 'admin', passwordHash: 'x' })
          .returning({ id: staff.id })
      ).map(({ id }) => id);
  const [made] = await db
    .insert(coupon)
    .values({
      ...{ name: '直播券满100减5', threshold: 10_000, value: 500, total, merchantId: merchantHouse },
      ...{ claimFrom: from, claimTo: to, validFrom: from, validTo: to },
    })
    .returning({ id: coupon.id });
  const couponId = made?.id ?? 0;
  await db.insert(liveDrop).values({ couponId, roomId, token: randomUUID(), staffId: staffId ?? 0 });
  await addEvent(db, roomId, { kind: 'drop', couponId });
  return couponId;
}
