/** Plays a story against a shop of its own and looks, after each hundred acts, whether everything still holds. */
import type { Templates } from '#tests/support/test-cluster.ts';
import { copyTemplate, dropCopy } from '#tests/support/test-cluster.ts';
import type { Act, ActKind, Batch, Story } from './acts.ts';
import { Book } from './book.ts';
import { checkAll } from './checks/checks.ts';
import { takeSnapshot } from './checks/snapshot.ts';
import { heldPieces, takenPieces } from './checks/stock.ts';
import { Browser } from './client.ts';
import { type Game, look, type Play, personOf } from './game.ts';
import * as desk from './play/desk.ts';
import * as faults from './play/faults.ts';
import * as counterpart from './play/house.ts';
import * as ordering from './play/ordering.ts';
import { place } from './play/ordering.ts';
import * as paying from './play/paying.ts';
import * as receiving from './play/receiving.ts';
import * as shopping from './play/shopping.ts';
import { openModelShop } from './shop.ts';
import type { WorldTemplate } from './world.ts';

const plays: Record<ActKind, Play> = {
  ...shopping,
  ...ordering,
  ...paying,
  ...receiving,
  ...desk,
  ...counterpart,
  ...faults,
};

export interface Run {
  acts: number;
  /** Empty: all of it held. */
  wrong: string[];
  /** The acts that were played, each with what came of it; a blank line between batches. */
  reported: string[];
  /** How many batches had begun when it was found. */
  batches: number;
  /** Answers by act: how many came to something. */
  counts: Map<ActKind, number>;
}

const checkEvery = 100;
let copies = 0;

/** Plays the story on a new copy of the world; ends at the first thing that is wrong. `after` looks at what is left. */
export async function play(
  templates: Templates,
  { world, name }: WorldTemplate,
  story: Story,
  after?: (game: Game) => Promise<void>,
): Promise<Run> {
  const url = await copyTemplate(templates, name, `run${process.pid}_${copies++}`);
  const shop = await openModelShop(url).catch(async (error) => {
    await dropCopy(templates.adminUrl, url);
    throw error;
  });
  const book = new Book(world);
  const game: Game = {
    shop,
    world,
    book,
    browser: new Browser(shop),
    targets: [],
    groups: [],
    frozenBefore: new Set(),
    async recount(goodsId, counted) {
      const snapshot = await takeSnapshot(shop.db, world);
      const { stock } = snapshot.goods.find((one) => one.id === goodsId)!;
      const expected = Math.max(0, counted - heldPieces(snapshot, goodsId));
      if (stock !== expected)
        book.complaints.push(
          `goods ${goodsId}: a file of ${counted} left ${stock} for sale, not ${expected}`,
        );
      book.putIn.set(goodsId, stock + takenPieces(snapshot, goodsId) + (book.short.get(goodsId) ?? 0));
    },
  };
  const run: Run = { acts: 0, wrong: [], reported: [], batches: 0, counts: new Map() };
  let isUnquiet = false;
  try {
    for (const [at, batch] of story.entries()) {
      run.batches = at + 1;
      await look(game);
      run.reported.push(...(await playBatch(game, batch, run)), '');
      const before = run.acts;
      run.acts += batch.length;
      const hasFault = batch.some((act) => act.do === 'kill' || act.do === 'cut');
      isUnquiet ||= hasFault;
      await resolve(game);
      if (!isUnquiet)
        book.complaints.push(...game.browser.failures.map((failure) => `without a fault: ${failure}`));
      game.browser.failures.length = 0;
      const isDue =
        Math.floor(before / checkEvery) < Math.floor(run.acts / checkEvery) || at === story.length - 1;
      if (isDue) {
        await shop.settled();
        isUnquiet = false;
        book.complaints.push(...checkAll(await takeSnapshot(shop.db, world), book, world, shop.now()));
      }
      run.wrong = [...book.complaints, ...shop.ended];
      if (run.wrong.length > 0) break;
    }
    await after?.(game);
    return run;
  } finally {
    await shop.close();
    await dropCopy(templates.adminUrl, url);
  }
}

async function playBatch(game: Game, batch: Batch, run: Run): Promise<string[]> {
  return Promise.all(
    batch.map(async (act) => {
      const said = await plays[act.do](game, act);
      run.counts.set(act.do, (run.counts.get(act.do) ?? 0) + 1);
      return sendNotice(game, act, said);
    }),
  );
}

function sendNotice(game: Game, act: Act, said: string): string {
  return `${personOf(game, act).login} ${act.do}: ${said}`;
}

/** Orders whose answer never came are asked for again with their key until it does: it is done, or it is not. */
async function resolve(game: Game): Promise<void> {
  const open = game.book.unsure;
  game.book.unsure = [];
  for (const { person, key, body } of open) {
    await game.shop.settled();
    const before = game.book.unsure.length;
    for (let tries = 0; tries < 5; tries++) {
      game.book.unsure.length = before;
      const answer = await place(game, person, key, body, tries);
      if (!Browser.isUnknown(answer)) break;
    }
    if (game.book.unsure.length > before)
      game.book.complaints.push(`an order of ${person.login} stays without an answer`);
    game.book.unsure.length = before;
  }
}
