/** What everyone sees of a wheel, a company's own draws, and what is needed to play a closed wheel again. */
import type { Ad } from '#lib/contract/ads.ts';
import { AppError } from '#lib/contract/errors.ts';
import type {
  DrawRecord,
  DrawRecordValues,
  NewRecord,
  ProofValues,
  SimpleDraw,
  WheelOutput,
  WheelPrize,
  WheelProof,
  WheelValues,
  WheelVersion,
} from '#lib/contract/wheel.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { oddsText } from '#lib/rules/wheel/prizes.ts';
import {
  drawRefusal,
  maskedCompany,
  seenWheelStates,
  type WheelState,
  wheelState,
  wheelStates,
} from '#lib/rules/wheel/wheel.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { imageOf } from '../mall/wire.ts';
import { findWallet } from '../ports/payments/wallet-rows.ts';
import { listAdsOf } from '../site/ads.ts';
import {
  countBoughtToday,
  countChances,
  factsOf,
  findSeenWheel,
  listDraws,
  listOtherWheels,
  listOwnDraws,
  listPrizes,
  listToJoin,
  listVersions,
  listWon,
  type PrizeRow,
  type VersionRow,
  type WheelRow,
} from '../wheel/rows.ts';
import { prizeLinks } from './give.ts';
import { playerRefusal } from './play.ts';
import { findOfferedChance, listChanceTasks, listThings } from './thing-rows.ts';
import { waysElsewhere, waysOf } from './ways.ts';

type Caller = Pick<Context, 'db' | 'now' | 'actor'>;
type Anyone = Pick<Context<'anyone'>, 'db' | 'now'>;

const newRecords = 20;
const drawsAtOnce = 5_000;

/** `GET /api/draw`: a wheel with its odds and what the caller has; null where there is none. */
export async function getWheel({ db, now, actor }: Caller, { id }: WheelValues): Promise<WheelOutput | null> {
  const row = await findSeenWheel(db, id);
  if (row === null) {
    if (id > 0) throw new AppError(404, '抽奖活动不存在');
    return null;
  }
  const [prizes, versions, others, mine, offered, tasks] = await Promise.all([
    shownPrizes(db, row.id),
    listVersions(db, row.id),
    listOtherWheels(db, row.id),
    mineOf(db, now, row, actor.account),
    findOfferedChance(db, row.id),
    listChanceTasks(db, row.id),
  ]);
  const wheel = wireOf(row, { prizes, versions, others, mine, now });
  return { ...wheel, ways: [...wheel.ways, ...waysElsewhere(offered, tasks)] };
}

/** The same for a page: null too for a number that is none. */
export function findWheelPage(context: Caller, input: WheelValues): Promise<WheelOutput | null> {
  return getWheel(context, input).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 404) return null;
    throw error;
  });
}

/** A wheel as everyone sees it. Of a draft there is no version yet. */
export function wireOf(
  row: WheelRow,
  {
    prizes,
    versions,
    others,
    mine,
    now,
  }: {
    prizes: readonly ShownPrize[];
    versions: readonly VersionRow[];
    others: readonly WheelRow[];
    mine: WheelOutput['mine'];
    now: Date;
  },
): WheelOutput {
  const state = seenState(row, now);
  const tickets = row.openedAt === null ? prizes.reduce((sum, { count }) => sum + count, 0) : row.tickets;
  return {
    id: row.id,
    name: row.name,
    remarks: row.remarks,
    state,
    state_text: wheelStates[state],
    start_time: row.startsAt.toISOString(),
    end_time: row.endsAt.toISOString(),
    pause_reason: row.pausedAt === null ? '' : row.pauseReason,
    timestamp: now.getTime(),
    tickets,
    drawn: row.drawn,
    prizes: prizes.map((prize) => prizeWire(prize, { tickets, drawn: row.drawn })),
    root: versions.at(-1)?.root ?? '',
    secret_hash: row.secretHash ?? '',
    secret: row.secret ?? '',
    versions: versions.map(versionWire),
    ways: waysOf(row, mine),
    mine,
    others: others.map((other) => ({ id: other.id, name: other.name, state: seenState(other, now) })),
  };
}

/** A draft stands as coming: its preview is what buyers see before the start. */
function seenState(row: WheelRow, now: Date): Exclude<WheelState, 'draft'> {
  const state = wheelState(factsOf(row), now.getTime());
  return seenWheelStates.find((seen) => seen === state) ?? 'coming';
}

/** A prize with the picture of a thing; empty for other kinds. */
export type ShownPrize = PrizeRow & { image: string };

/** The prizes of a wheel with their pictures. */
export async function shownPrizes(db: Db, wheelId: number): Promise<ShownPrize[]> {
  const prizes = await listPrizes(db, wheelId);
  const things = await listThings(
    db,
    prizes.flatMap(({ goodsId }) => goodsId ?? []),
  );
  const images = new Map(things.map((thing) => [thing.id, imageOf(thing)]));
  return prizes.map((prize) => ({ ...prize, image: images.get(prize.goodsId ?? 0) ?? '' }));
}

function prizeWire(prize: ShownPrize, { tickets, drawn }: { tickets: number; drawn: number }): WheelPrize {
  const left = prize.count - prize.drawn;
  return {
    id: prize.id,
    kind: prize.kind,
    name: prize.name,
    remarks: prize.remarks,
    image: prize.image,
    worth: formatYuan(prize.cost),
    count: prize.count,
    left,
    odds: oddsText(prize.count, tickets),
    odds_now: oddsText(left, tickets - drawn),
  };
}

function versionWire({ fromSeq, root, tickets, deck, createdAt }: VersionRow): WheelVersion {
  return {
    from_seq: fromSeq,
    root,
    tickets,
    deck: deck.map(({ prizeId, count }) => ({ prize_id: prizeId, count })),
    at: createdAt.toISOString(),
  };
}

async function mineOf(
  db: Db,
  now: Date,
  row: WheelRow,
  account: Caller['actor']['account'],
): Promise<WheelOutput['mine']> {
  if (account === null) return null;
  const { companyId, role } = account;
  const [chances, bought, wallet] = await Promise.all([
    countChances(db, row.id, companyId),
    countBoughtToday(db, row.id, companyId),
    findWallet(db, companyId),
  ]);
  const refusals = [
    drawRefusal(wheelState(factsOf(row), now.getTime())),
    playerRefusal(account),
    roleMay(role, 'order') ? '' : roleRefusal(role, 'order'),
    chances > 0 ? '' : '没有抽奖机会了',
  ];
  const isSold = row.pointsPrice > 0;
  return {
    company_id: companyId,
    chances,
    reason: refusals.find((one) => one !== '') ?? '',
    may_buy: playerRefusal(account) === '' && roleMay(role, 'order') ? 1 : 0,
    points: wallet.points,
    chance_points: row.pointsPrice,
    points_left: isSold ? Math.max(0, row.pointsDaily - bought) : 0,
  };
}

/** `GET /api/draw/new-record`: the newest prizes with masked companies. Empty without a wheel. */
export async function listNewRecords({ db }: Anyone, { id }: WheelValues): Promise<NewRecord[]> {
  const row = await findSeenWheel(db, id);
  if (row === null) return [];
  return (await listWon(db, row.id, newRecords)).map(({ company, at, ...won }) => ({
    ...won,
    company: maskedCompany(company),
    at: at.toISOString(),
  }));
}

/**
 * `GET /api/draw/simple`: `is_join` 0 where the popup opens: a wheel is open, the company has a chance left and has not
 * drawn of it today, and the person may draw.
 */
export async function getSimpleDraw({ db, actor: { account } }: Caller): Promise<SimpleDraw> {
  if (account === null) return { is_join: 1, id: 0 };
  const open = await listToJoin(db, account.companyId);
  const mayDraw = playerRefusal(account) === '' && roleMay(account.role, 'order');
  const toJoin = mayDraw ? open.find(({ isToJoin }) => isToJoin) : undefined;
  return toJoin ? { is_join: 0, id: toJoin.id } : { is_join: 1, id: open[0]?.id ?? 0 };
}

/** `GET /api/draw/record`: the company's own draws. */
export async function listDrawRecords(
  { db, actor: { account } }: Context<'buyer'>,
  { id: wheelId, page, size }: DrawRecordValues,
): Promise<{ list: DrawRecord[]; total: number }> {
  const place = { wheelId, limit: size, offset: (page - 1) * size };
  const { list, total } = await listOwnDraws(db, account.companyId, place);
  return {
    total,
    list: list.map(({ draw, prize, wheel }) => ({
      id: draw.id,
      wheel_id: draw.wheelId,
      wheel,
      prize_id: prize.id,
      kind: prize.kind,
      name: prize.name,
      remarks: prize.remarks,
      seq: draw.seq,
      buyer_seed: draw.buyerSeed,
      ticket: draw.ticket,
      at: draw.createdAt.toISOString(),
      link: prizeLinks[prize.kind],
    })),
  };
}

/** `GET /api/draw/ads`: the ads of the wheel's page. */
export function listDrawAds(context: Anyone): Promise<Ad[]> {
  return listAdsOf(context, 'zpcj');
}

/** `GET /api/draw/{id}/proof`: all draws of a closed wheel. Throws 404 for no wheel, 409 before it is closed. */
export async function getProof({ db }: Anyone, { id, from }: ProofValues): Promise<WheelProof> {
  const row = await findSeenWheel(db, id);
  if (row === null) throw new AppError(404, '抽奖活动不存在');
  if (row.secret === null) throw new AppError(409, '活动结束后公布全部抽奖记录和服务器种子');
  const [prizes, versions, draws] = await Promise.all([
    listPrizes(db, id),
    listVersions(db, id),
    listDraws(db, id, from, drawsAtOnce),
  ]);
  const next = from + draws.length;
  return {
    id,
    name: row.name,
    secret: row.secret,
    secret_hash: row.secretHash ?? '',
    versions: versions.map(versionWire),
    prizes: prizes.map((prize) => ({ id: prize.id, name: prize.name, kind: prize.kind })),
    total: row.drawn,
    draws,
    next: next <= row.drawn ? next : null,
  };
}
