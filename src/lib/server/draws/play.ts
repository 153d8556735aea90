/** A draw from the sealed deck of a wheel (rules 6): one transaction holds the chance, the ticket and the prize. */
import { AppError } from '#lib/contract/errors.ts';
import type { Drawn, PlayValues } from '#lib/contract/wheel.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { bytesOf, pathOf } from '#lib/rules/terms/merkle.ts';
import { must } from '#lib/rules/terms/must.ts';
import { prizeOf, ticketsOf } from '#lib/rules/wheel/deck.ts';
import { drawnPlace, takePlace } from '#lib/rules/wheel/draw.ts';
import { drawRefusal, wheelState } from '#lib/rules/wheel/wheel.ts';
import { isOwnOrigin } from '../core/calls/origin.ts';
import type { CallContext, Context } from '../core/context.ts';
import { unseal } from '../core/process/seal.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  countChances,
  type DrawRow,
  factsOf,
  listVersions,
  mapPrizes,
  readDeck,
  type WheelRow,
} from '../wheel/rows.ts';
import { findByToken, insertDraw, lockWheel, readSlots, readTurn, takeChance } from './draw-rows.ts';
import { givePrize, prizeLinks } from './give.ts';
import { hashes, treeOf } from './hashes.ts';

type Player = Context<'buyer'>;

/** Purpose of the sealed seed (core/process/seal.ts). */
export const sealOfSeed = 'wheel';

/** Why a company cannot draw at all; empty where it can. */
export function playerRefusal({ companyState }: Pick<Player['actor']['account'], 'companyState'>): string {
  return isApproved(companyState) ? '' : '企业资质审核通过后可抽奖';
}

/**
 * `POST /api/draw/{id}/play`: one draw. The same token again answers the same prize. Throws 403 before the company is
 * approved, 404 for no wheel, 409 where it is not open, without a ticket or without a chance.
 */
export async function play({ db, actor: { account } }: Player, input: PlayValues): Promise<Drawn> {
  const { id: wheelId, token } = input;
  // A lost answer is answered whatever the company may do by now.
  const before = await findByToken(db, { wheelId, companyId: account.companyId, token });
  if (before !== null) return answerOf(db, before);
  const refusal = playerRefusal(account);
  if (refusal !== '') throw new AppError(403, refusal);
  return answerOf(db, await db.transaction((tx) => drawOnce(tx, account, input)));
}

/**
 * `GET /api/draw/{id}/activity`: the same as {@link play}. It writes, so it is refused to pages of other sites. Throws
 * 403 for those.
 */
export async function playByGet(context: CallContext<'buyer'>, input: PlayValues): Promise<Drawn> {
  if (!isOwnOrigin(context)) throw new AppError(403, '请求来源不被允许');
  return play(context, input);
}

async function drawOnce(
  tx: Tx,
  { companyId, userId }: Player['actor']['account'],
  { id, token, buyer_seed: buyerSeed = token.replaceAll('_', '-') }: PlayValues,
): Promise<DrawRow> {
  const row = await lockWheel(tx, id);
  if (row === null || row.openedAt === null) throw new AppError(404, '抽奖活动不存在');
  const before = await findByToken(tx, { wheelId: id, companyId, token });
  // The answer of the first press may have been lost.
  if (before !== null) return before;
  const turn = must(await readTurn(tx, id), `a version of wheel ${id}`);
  const refusal = drawRefusal(wheelState(factsOf(row), turn.at.getTime()));
  if (refusal !== '') throw new AppError(409, refusal);
  const chanceId = await takeChance(tx, id, companyId);
  if (chanceId === null) throw new AppError(409, '没有抽奖机会了');
  const seq = row.drawn + 1;
  const { deck } = await treeOf(turn.root, () => readDeck(tx, id, turn.no));
  const left = ticketsOf(deck) - row.drawn;
  const place = drawnPlace(hashes, seedOf(row), { buyerSeed, seq }, left);
  const last = left - 1;
  const slots = await readSlots(tx, id, [place, last]);
  const { ticket, moved } = takePlace((at) => slots.get(at), place, left);
  const prizeId = prizeOf(deck, ticket);
  const draw = await insertDraw(
    tx,
    {
      wheelId: id,
      seq,
      companyId,
      userId,
      chanceId,
      prizeId,
      versionNo: turn.no,
      token,
      buyerSeed,
      ticket,
      createdAt: turn.at,
    },
    { place, last, moved },
  );
  const prize = must((await mapPrizes(tx, [prizeId])).get(prizeId), `prize ${prizeId}`);
  await givePrize(tx, { prize, wheel: row.name, companyId, userId, drawId: draw.id, at: turn.at });
  return draw;
}

/** The secret seed of a wheel. */
export function seedOf({ id, sealedSecret }: WheelRow): Uint8Array {
  const hex = unseal(sealOfSeed, String(id), sealedSecret ?? '') ?? '';
  return must(bytesOf(hex), `the seed of wheel ${id}: AUTH_SECRET is another one`);
}

/** A draw as its player gets it, with all that proves its ticket. */
async function answerOf(db: Db, draw: DrawRow): Promise<Drawn> {
  const { wheelId, companyId, versionNo, prizeId, ticket } = draw;
  const versions = await listVersions(db, wheelId);
  const version = must(
    versions.find(({ no }) => no === versionNo),
    `version ${versionNo} of wheel ${wheelId}`,
  );
  const { tree } = await treeOf(version.root, async () => version.deck);
  const prize = must((await mapPrizes(db, [prizeId])).get(prizeId), `prize ${prizeId}`);
  return {
    id: draw.id,
    wheel_id: wheelId,
    prize_id: prizeId,
    kind: prize.kind,
    name: prize.name,
    remarks: prize.remarks,
    seq: draw.seq,
    token: draw.token,
    buyer_seed: draw.buyerSeed,
    ticket,
    tickets: version.tickets,
    root: version.root,
    path: pathOf(tree, ticket),
    at: draw.createdAt.toISOString(),
    link: prizeLinks[prize.kind],
    chances: await countChances(db, wheelId, companyId),
  };
}
