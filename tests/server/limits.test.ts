/** Shares of what is dear: turns by company, no more than a few at once, and a clear sentence for the rest. */
import { expect, test } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { Call } from '#lib/contract/call.ts';
import { AppError } from '#lib/contract/errors.ts';
import { FairQueue, NoTurn } from '#lib/server/core/fair-queue.ts';
import { withinLimit } from '#lib/server/core/rate-limits.ts';

/** Work that ends when it is told to. */
function job(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    end: resolve,
    run: async () => {
      log.push(name);
      await promise;
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('each key has its turn before another has two', async () => {
  const queue = new FairQueue({ slots: 1, perKey: 1, waiting: 10, waitMs: 5_000 });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (key: string) =>
    queue.enter(key).then((end) => {
      order.push(key);
      ends.push(end);
    });
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(enter);
  for (let done = 0; done < all.length; done++) {
    await settle();
    expect(order).toHaveLength(done + 1);
    ends[done]!();
  }
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('one key never takes the slots of others, and a slot that is free is taken', async () => {
  const queue = new FairQueue({ slots: 3, perKey: 2, waiting: 10, waitMs: 5_000 });
  const running: string[] = [];
  for (const key of ['a', 'a', 'a', 'b', 'b']) void queue.enter(key).then(() => running.push(key));
  await settle();
  expect(running).toEqual(['a', 'a', 'b']);
});

test('who has too many waiting is told so at once, who waits too long later; both leave nothing behind', async () => {
  const queue = new FairQueue({ slots: 1, perKey: 1, waiting: 1, waitMs: 30 });
  const end = await queue.enter('a');
  const late = queue.enter('a');
  await expect(queue.enter('a')).rejects.toThrow(NoTurn);
  await expect(late).rejects.toMatchObject({ afterMs: 30 });
  end();
  (await queue.enter('a'))();
  (await queue.enter('b'))();
});

test('where all places to wait are taken, the last of the longest line leaves for one of a shorter', async () => {
  const queue = new FairQueue({ slots: 1, perKey: 1, waiting: 10, together: 3, waitMs: 5_000 });
  const end = await queue.enter('a');
  const order: string[] = [];
  const enter = (name: string) =>
    queue.enter(name[0]!).then(
      (next) => {
        order.push(name);
        next();
      },
      (error: unknown) => order.push(`${name} refused ${error instanceof NoTurn}`),
    );
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'a4'].map(enter);
  await settle();
  // Three lines of one: nobody's is longer, so d1 and a4 find no place.
  expect(order.sort()).toEqual(['a2 refused true', 'a3 refused true', 'a4 refused true', 'd1 refused true']);
  end();
  await Promise.all(all);
  expect(order.slice(4).sort()).toEqual(['a1', 'b1', 'c1']);
  // What was refused left nothing behind: as many may wait again.
  const again = await queue.enter('z');
  const more = ['x', 'y', 'z'].map((key) => queue.enter(key).then((next) => next()));
  await expect(queue.enter('w')).rejects.toThrow(NoTurn);
  again();
  await Promise.all(more);
});

const company = (companyId: number) => ({ account: { companyId }, address: '10.0.0.1' });

test('of forty matches of one company three are taken, the others hear when to come again; another company has its turn', async () => {
  const log: string[] = [];
  const jobs = Array.from({ length: 40 }, (_, at) => job(log, `one ${at}`));
  const asked = jobs.map(({ run }) =>
    withinLimit(api.matchPurchase, company(1), run).then(() => 'done', String),
  );
  const other = job(log, 'other');
  const answered = withinLimit(api.bestCart, company(2), other.run);
  await settle();
  expect(log).toEqual(['one 0', 'other']);
  for (const { end } of [other, ...jobs]) end();
  await answered;
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(3);
  expect(new Set(answers.slice(3)).size).toBe(2);
});

test('the refusal is a 429 with a sentence and the seconds', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = Array.from({ length: 40 }, () =>
    withinLimit(api.placeOrder, company(3), () => promise).catch((error: unknown) => error),
  );
  resolve();
  const refused = (await Promise.all(asked)).filter((answer) => answer instanceof AppError);
  expect(refused).toHaveLength(30);
  expect(refused[0]).toMatchObject({
    code: 429,
    message: '操作太频繁，请1秒后再试',
    data: { retry_after: 1 },
  });
});

test('what is used up in a minute is used up by company and by address of visitors', async () => {
  const ask = (who: Parameters<typeof withinLimit>[1]) =>
    withinLimit(api.goodsList, who, async () => 'found').catch((error: AppError) => error.message);
  const visitor = { account: null, address: '10.0.0.9' };
  for (let at = 0; at < 600; at++) expect(await ask(visitor)).toBe('found');
  expect(await ask(visitor)).toMatch(/^操作太频繁，请(60|59)秒后再试$/);
  expect(await ask({ account: null, address: '10.0.0.8' })).toBe('found');
  expect(await ask({ account: { companyId: 9 }, address: '10.0.0.9' })).toBe('found');
});

test('calls without a cost are not counted, and the table names those with one', async () => {
  for (let at = 0; at < 1_000; at++) await withinLimit(api.cartTotal, company(4), async () => {});
  const costly = Object.entries<Call>(api).filter(([, { cost }]) => cost !== undefined);
  expect(costly.map(([name, { cost }]) => `${name}: ${cost}`).toSorted()).toEqual([
    'addInvoiceFile: upload',
    'addOnboardingPage: upload',
    'afterSalePicture: upload',
    'agreeInvoices: link',
    'askContract: link',
    'askContractAtDesk: link',
    'askInvoices: order',
    'bestCart: match',
    'buyerHome: quote',
    'cartList: quote',
    'categoryGoods: list',
    'changeTrade: order',
    'chatUpload: upload',
    'checkContract: upload',
    'checkDispatch: upload',
    'checkLotTable: upload',
    'checkStoreTable: upload',
    'checkoutCart: quote',
    'deskAfterSalePicture: upload',
    'deskChatUpload: upload',
    'deskSearchChat: list',
    'drawActivity: draw',
    'drawPlay: draw',
    'exchangePoints: order',
    'fastBuy: quote',
    'favorites: quote',
    'feedbackPicture: upload',
    'fillCart: order',
    'goToSign: link',
    'goToSignAtDesk: link',
    'goodsList: list',
    'handInLicence: upload',
    'importPacks: upload',
    'importStatement: upload',
    'invoiceLookup: link',
    'linkEvents: link',
    'linkedTrade: link',
    'listCandidates: quote',
    'liveCaptions: upload',
    'liveGoods: list',
    'makeChangeTable: upload',
    'mallPicture: upload',
    'matchPurchase: match',
    'nextHint: quote',
    'openInvoices: list',
    'orderStores: order',
    'orderTemplate: order',
    'payByLink: link',
    'placeOrder: order',
    'previewAfterSale: quote',
    'previewOrder: quote',
    'previewRebuy: quote',
    'previewReceipt: quote',
    'previewTemplate: quote',
    'purchaseDraft: quote',
    'purchaseStatement: list',
    'quoteStores: quote',
    'readTraceFile: upload',
    'rebuyOrder: order',
    'recommendedGoods: list',
    'refusalPicture: upload',
    'replenish: quote',
    'searchChat: list',
    'sellerSession: link',
    'setContractSeal: upload',
    'setLotReport: upload',
    'setSeal: upload',
    'tagGoods: list',
    'upload: upload',
    'uploadOnboarding: upload',
    'uploadOwnerPaper: upload',
    'voucher: upload',
  ]);
});
