/** The model against the shop, as much of it as fits beside other tests; `npm run soak` plays for longer. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureBuild } from '../../../scripts/build.ts';
import { type Act, countActs, makeStory, type Story } from './acts.ts';
import { checkAll } from './checks/checks.ts';
import { type Snapshot, takeSnapshot } from './checks/snapshot.ts';
import { playSeed } from './play.ts';
import { play } from './run.ts';
import { reduce, shrink } from './shrink.ts';
import { makeWorldTemplate, type WorldTemplate } from './world.ts';

const templates = inject('templates');
const shrinking = { tries: 12, patience: 120_000 };

let template: WorldTemplate;

beforeAll(async () => {
  await ensureBuild();
  template = await makeWorldTemplate(templates);
});

describe('2,000 acts of twenty buyers, three merchants and the platform, on two processes', () => {
  it.each([
    ['a seed that stays', 20_261_122],
    ['another that stays, unless MODEL_SEED names one', Number(process.env.MODEL_SEED ?? 7)],
  ])('leave everything as it must be: %s, %i', async (_, seed) => {
    const { report, run } = await playSeed(templates, template, { seed, acts: 1_000, shrinking });
    expect(report).toBeNull();
    expect(run.acts).toBe(1_000);
  });
});

/** What a check must see: each hurts one thing that the shop wrote down. */
const hurts: [name: string, hurt: (snapshot: Snapshot) => void][] = [
  ['a piece is gone from the stock', ({ goods }) => goods[0]!.stock--],
  ['a sale is not counted', ({ goods }) => goods[0]!.sales++],
  ['a line is dearer than told', ({ lines }) => lines[0]!.paid++],
  ['an order is not there', ({ orders }) => orders.pop()],
  [
    'an order stands where it was never led',
    ({ orders }) => (orders[0]!.status = orders[0]!.status === 'completed' ? 'to_receive' : 'completed'),
  ],
  ['a wallet is not its ledger', ({ wallets }) => wallets[0]!.balance++],
  [
    'an entry of the ledger is gone',
    ({ ledger }) =>
      ledger.splice(
        ledger.findIndex((one) => one.useType === 'pay'),
        1,
      ),
  ],
  ['a payment took more', ({ payments }) => payments.find((one) => one.status === 'paid')!.amount++],
  [
    'a part from the balance is held for a payment that is over',
    ({ payments }) => {
      const paid = payments.find((one) => one.status === 'paid')!;
      payments.push({ ...paid, no: 'part', partOf: paid.no, status: 'pending', amount: 0 });
    },
  ],
  [
    'the counter closed what it was paid for',
    ({ charges, sandboxOrders, payments }) => {
      const at = new Date();
      const { no: payNo } = payments[0]!;
      const charge = { no: 'SB', payNo, merchant: '', amount: 1, isPaid: true, notifyUrl: '' };
      // It will be told still, so that nothing else is wrong with it.
      charges.push({ ...charge, notifyAt: at, notifiesLeft: 1, tries: 0, createdAt: at });
      sandboxOrders.push({ payNo, closedAt: at, createdAt: at });
    },
  ],
  ['a limit forgets a piece', ({ quota }) => quota.find((one) => one.used > 0)!.used--],
  [
    'a coupon stands where no order put it',
    ({ held }) => {
      const coupon = held.find((one) => one.balance === null)!;
      coupon.status = coupon.status === 'held' ? 'unused' : 'held';
    },
  ],
  ['a coupon was claimed by nobody', ({ coupons }) => coupons[0]!.claimed++],
  ['a voucher holds more', ({ held }) => held.find((one) => one.balance !== null)!.balance!++],
];

it('sees each thing that is hurt', async () => {
  // Somebody has a coupon, whatever else happens.
  const claim: Act = { do: 'claim', who: 0, n: 0, m: 0, via: 0, flag: false };
  const run = await play(
    templates,
    template,
    [[claim], ...makeStory(4, 150)],
    async ({ shop, book, world }) => {
      const snapshot = await takeSnapshot(shop.db, world);
      expect(checkAll(snapshot, book, world, shop.now())).toEqual([]);
      for (const [name, hurt] of hurts) {
        const copy = structuredClone(snapshot);
        hurt(copy);
        expect(checkAll(copy, book, world, shop.now()), name).not.toEqual([]);
      }
    },
  );
  expect(run.wrong).toEqual([]);
});

describe('a story', () => {
  it('is the same for the same seed', () => {
    expect(makeStory(5, 300)).toEqual(makeStory(5, 300));
    expect(makeStory(5, 300)).not.toEqual(makeStory(6, 300));
    expect(countActs(makeStory(5, 300))).toBe(300);
  });

  it('that fails is cut down to the acts that make it fail', async () => {
    const story = makeStory(9, 400);
    const isBad = (part: Story) => {
      const kinds = part.flat().map((act) => act.do);
      return kinds.includes('kill') && kinds.includes('merge');
    };
    const shortest = await shrink(story, async (part) => isBad(part), { tries: 1_000, patience: 10_000 });
    expect(
      shortest
        .flat()
        .map((act) => act.do)
        .sort(),
    ).toEqual(['kill', 'merge']);
  });

  it('keeps what is needed together', async () => {
    const test = async (part: number[]) => part.includes(3) && part.includes(17);
    const list = Array.from({ length: 20 }, (_, at) => at);
    expect(await reduce(list, test, () => false)).toEqual([3, 17]);
  });
});
