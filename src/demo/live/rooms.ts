/** Live rooms of the demo: two on air, one of them of prescription medicines, two announced, one that was, one in review. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import { seal } from '#lib/server/core/process/seal.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import {
  coupon,
  liveDrop,
  liveEvent,
  liveGoods,
  liveQuestion,
  liveRoom,
  staff,
} from '#lib/server/db/schema.ts';
import { hourOf, momentFrom } from '../seed/dates.ts';
import * as known from '../seed/known.ts';
import { onAirMs, replayScript } from './script.ts';

interface DemoRoom {
  token: string;
  merchantId: number;
  title: string;
  summary: string;
  hostName: string;
  isRx: boolean;
  /** Goods that come first; others of the merchant follow, the best sold first. */
  first: readonly number[];
  points: readonly string[];
}

const { now: nowRoom, rx, soon, tomorrow, replay, waiting } = known.liveRooms;

export const demoRooms: readonly DemoRoom[] = [
  {
    token: nowRoom,
    merchantId: known.merchantHouse,
    title: '冬季常备药专场：感冒、退热一次配齐',
    summary: '讲解冬季动销好的常备药，现场答疑，边看边下单。',
    hostName: '林晓',
    isRx: false,
    first: [known.goodsPlain],
    points: ['冬季退热常备，整件效期好', '门店动销快，建议多备'],
  },
  {
    token: rx,
    merchantId: known.merchantHouse,
    title: '抗感染用药学术专场',
    summary: '面向已认证药店、诊所：抗感染用药的规格、效期和储存。',
    hostName: '周敏',
    isRx: true,
    first: [known.goodsAntibiotic],
    points: ['凭处方销售，注意登记'],
  },
  {
    token: soon,
    merchantId: known.merchantHouse,
    title: '门店陈列与关联销售',
    summary: '怎样摆放冬季常备药，怎样给顾客讲清楚。',
    hostName: '林晓',
    isRx: false,
    first: [],
    points: [],
  },
  {
    token: tomorrow,
    merchantId: known.merchantHerbal,
    title: '中药饮片质量鉴别',
    summary: '对着实物讲真伪和等级，欢迎提问。',
    hostName: '沈松',
    isRx: false,
    first: [],
    points: [],
  },
  {
    token: replay,
    merchantId: known.merchantHouse,
    title: '秋季呼吸道用药回顾',
    summary: '按商品分章节，可以直接跳到想看的部分。',
    hostName: '林晓',
    isRx: false,
    first: [known.goodsPlain],
    points: ['上一场卖得最好'],
  },
  {
    token: waiting,
    merchantId: known.merchantHouse,
    title: '家庭药箱：外伤和消毒用品怎么配',
    summary: '创口贴、碘伏、纱布的规格和搭配，适合社区门店。',
    hostName: '林晓',
    isRx: false,
    first: [],
    points: ['门店常备'],
  },
];

/** Writes the rooms that are missing; changes nothing otherwise. For the demo's database only. */
export async function keepDemoRooms(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const there = await tx
      .select({ token: liveRoom.token })
      .from(liveRoom)
      .where(
        inArray(
          liveRoom.token,
          demoRooms.map(({ token }) => token),
        ),
      );
    const missing = demoRooms.filter(({ token }) => !there.some((one) => one.token === token));
    if (missing.length === 0) return;
    const host = await staffOf(tx, 'merchant');
    const reviewer = await staffOf(tx, 'platform');
    // The start writes its people first; a copy without them gets no rooms.
    if (host === null || reviewer === null) return;
    for (const room of missing) await writeRoom(tx, room, { host, reviewer }, now);
  });
}

/** Who is in the records of rooms. */
interface People {
  host: number;
  reviewer: number;
}

async function writeRoom(
  tx: Tx,
  room: DemoRoom,
  { host: person, reviewer }: People,
  now: Date,
): Promise<void> {
  const { token, merchantId, title, summary, hostName, isRx } = room;
  const hostId = '42010219900307001X';
  const [made] = await tx
    .insert(liveRoom)
    .values({
      ...{ token, merchantId, title, summary, hostName, isRx },
      sealedHostId: seal('live host', token, hostId),
      hostIdTail: hostId.slice(-4),
      handedInAt: momentFrom(now, -2),
      ...(token !== waiting && {
        reviewedAt: momentFrom(now, -1),
        reviewedBy: reviewer,
      }),
      // Some of it is left for the console.
      couponBudget: 1_000_000,
      createdBy: person,
      createdAt: momentFrom(now, -3),
      ...timesOf(token, now),
    })
    .onConflictDoNothing()
    .returning({ id: liveRoom.id });
  // Another process was first.
  if (made === undefined) return;
  const goods = await goodsOf(tx, room);
  await tx.insert(liveGoods).values(
    goods.map((goodsId, position) => ({
      ...{ roomId: made.id, goodsId, position },
      point: room.points[position] ?? '',
    })),
  );
  if (token === nowRoom || token === rx) await writeTalk(tx, made.id, person, token, now);
  if (token === replay) await writeReplay(tx, made.id, goods);
}

async function staffOf(tx: Tx, who: keyof typeof known.demoStaff): Promise<number | null> {
  const [row] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.username, known.demoStaff[who].username));
  return row?.id ?? null;
}

/** States and moments of each kind of room. */
function timesOf(
  token: string,
  now: Date,
): Pick<typeof liveRoom.$inferInsert, 'state' | 'startsAt' | 'endsAt'> &
  Partial<typeof liveRoom.$inferInsert> {
  if (token === nowRoom || token === rx) {
    const startedAt = new Date(now.getTime() - onAirMs);
    return {
      state: 'live',
      startsAt: startedAt,
      endsAt: momentFrom(now, 0.25),
      startedAt,
      likes: token === nowRoom ? 1268 : 316,
      peak: token === nowRoom ? 86 : 24,
    };
  }
  if (token !== replay) {
    const startsAt = nextTime(token, now);
    const state = token === waiting ? 'waiting' : 'ready';
    return { state, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) };
  }
  const { from, to } = replayTimes(now);
  return {
    state: 'ended',
    ...{ startsAt: from, endsAt: to, startedAt: from, endedAt: to },
    ...{ likes: 2_431, peak: 132, isReplay: true, replayFrom: from, replayTo: to },
  };
}

/** When an announced room begins: always some hours ahead, or tomorrow. */
export function nextTime(token: string, now: Date): Date {
  if (token === tomorrow) return hourOf(now, 24 + 10);
  if (token === waiting) return hourOf(now, 24 + 19);
  return new Date((Math.floor(now.getTime() / 3_600_000) + 3) * 3_600_000);
}

function replayTimes(now: Date): { from: Date; to: Date } {
  const from = hourOf(now, -24 + 15);
  return { from, to: new Date(from.getTime() + 12 * 60_000) };
}

/** Goods of a room: the named ones, then the merchant's best sold ones of the room's class. */
async function goodsOf(tx: Tx, { merchantId, isRx, first }: DemoRoom): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select g.id from goods g join product p on p.id = g.product_id
    where g.merchant_id = ${merchantId} and (p.otc = '处方药') = ${isRx} and g.is_on_shelf and not g.is_stopped
      and not g.is_controlled and g.stock >= 200
    order by g.sales desc, g.id limit 8`);
  return [...new Set([...first, ...rows.map(({ id }) => id)])].slice(0, 6);
}

/** Questions that the script shows, and a coupon that it drops. */
async function writeTalk(tx: Tx, roomId: number, staffId: number, token: string, now: Date): Promise<void> {
  const asked = { roomId, state: 'answered' as const, answeredBy: staffId, answeredAt: now };
  await tx.insert(liveQuestion).values([
    {
      ...asked,
      ...{ companyId: known.companies.clinic, userId: known.users.clinic, clientId: `demo-question-1` },
      text: '效期到什么时候？能发同一批号吗？',
      answer: '效期一年半以上，一次要货发同一批号。',
    },
    {
      ...asked,
      ...{ companyId: known.companies.other, userId: known.users.other, clientId: `demo-question-2` },
      text: '药检报告随货吗？',
      answer: '随货同行，订单里也能下载。',
    },
  ]);
  if (token !== nowRoom) return;
  const [made] = await tx
    .insert(coupon)
    .values({
      ...{ merchantId: known.merchantHouse, name: '直播间专享券', remarks: '直播间领取，自营商品可用' },
      ...{ threshold: 20_000, value: 1_000, total: 500 },
      ...{ claimFrom: momentFrom(now, -1), claimTo: momentFrom(now, 45) },
      ...{ validFrom: momentFrom(now, -1), validTo: momentFrom(now, 45) },
    })
    .returning({ id: coupon.id });
  await tx.insert(liveDrop).values({
    couponId: must(made, 'the coupon of a live room').id,
    roomId,
    token: 'demo-live-drop',
    staffId,
  });
}

async function writeReplay(tx: Tx, roomId: number, goods: readonly number[]): Promise<void> {
  const [room] = await tx
    .select({ from: liveRoom.replayFrom })
    .from(liveRoom)
    .where(and(eq(liveRoom.id, roomId)));
  const from = must(room?.from, 'the beginning of the replay').getTime();
  await tx
    .insert(liveEvent)
    .values(
      replayScript(goods).map(({ after, ...event }) => ({ roomId, at: new Date(from + after), ...event })),
    );
}
