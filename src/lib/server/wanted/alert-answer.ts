/** Sends alerts, once each, when an item is in stock again or costs less. */
import { path } from '#lib/contract/routes.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { closeRequests, listRipeRequests, type RipeRequest } from '../cache/alert-rows.ts';
import { eachRow } from '../core/jobs/each-row.ts';
import { listReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { type NewMessage, sendMessages } from '../messages/rows.ts';
import { loadOffers } from '../offers/load.ts';
import { offersOf } from '../offers/offers.ts';
import { findAccount } from '../people/account-rows.ts';

const batch = 500;

/**
 * Answers the fulfilled requests, of some items or of all (null); returns how many. A request is fulfilled by what its
 * buyer may buy and would pay, by the same rule as on the card. Requests and their message are written together, so
 * that any number of processes sends each of them once.
 */
export async function answerWishes(db: Db, goodsIds: readonly number[] | null, now: Date): Promise<number> {
  let answered = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ripe = await listRipeRequests(db, goodsIds, { after, limit: batch, now });
    answered += await answerUsers(
      db,
      Map.groupBy(ripe, ({ userId }) => userId),
      now,
    );
    after = ripe.length < batch ? undefined : ripe.at(-1)?.id;
  }
  return answered;
}

const job = 'answerWishes';

/** A failing user does not block the others. */
async function answerUsers(
  db: Db,
  requests: ReadonlyMap<string, readonly RipeRequest[]>,
  now: Date,
): Promise<number> {
  const { done } = await eachRow(db, {
    job,
    now,
    list: () => listReady(db, job, [...requests.keys()], now),
    work: (userId) => answerUser(db, userId, requests.get(userId) ?? [], now),
  });
  return done;
}

async function answerUser(
  db: Db,
  userId: string,
  requests: readonly RipeRequest[],
  now: Date,
): Promise<number> {
  const account = await findAccount(db, userId);
  if (account === null) return 0;
  const ids = [...new Set(requests.map(({ goodsId }) => goodsId))];
  const loaded = await loadOffers(db, account, { goodsIds: ids }, now);
  const offers = new Map(offersOf(loaded, ids, now.getTime()).map((offer) => [offer.id, offer]));
  const fulfilled = requests.filter((request) => {
    const offer = offers.get(request.goodsId);
    if (request.companyId !== account.companyId || offer?.is_buy !== 1 || offer.price === undefined)
      return false;
    return request.kind === 'stock' || parseYuan(offer.price) < (request.price ?? 0);
  });
  if (fulfilled.length === 0) return 0;
  return db.transaction(async (tx) => {
    const open = new Set(
      await closeRequests(
        tx,
        fulfilled.map(({ id }) => id),
        now,
      ),
    );
    await sendMessages(tx, ...fulfilled.filter(({ id }) => open.has(id)).map(messageOf));
    return open.size;
  });
}

/** A message contains no amount: it outlives the right to see prices. */
const words = {
  stock: { title: '到货通知', text: '已到货，可以下单了' },
  price: { title: '降价通知', text: '的价格已低于您登记的价格，点开查看最新价格' },
} satisfies Record<RipeRequest['kind'], { title: string; text: string }>;

function messageOf({ id, companyId, goodsId, kind, name, spec, merchant }: RipeRequest): NewMessage {
  const { title, text } = words[kind];
  return {
    companyId,
    kind,
    title: `${title}：${name}`,
    body: `您关注的${name}（${spec}，${merchant}）${text}。`,
    link: path('/list/info/[id]', { id: goodsId }),
    ref: `alert:${id}`,
  };
}
