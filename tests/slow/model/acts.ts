/** What may happen, as plain data: a seed makes a story of it, and a part of a story is a story again. */
import fc from 'fast-check';

/** How often each happens. Those of `alone` happen with nothing beside them. */
const together = {
  search: 30,
  add: 140,
  addSet: 12,
  change: 30,
  select: 15,
  order: 150,
  repeatOrder: 20,
  pay: 130,
  merge: 8,
  cancel: 45,
  confirm: 45,
  extend: 8,
  refuse: 14,
  hide: 6,
  claim: 30,
  join: 22,
  approve: 40,
  reject: 10,
  ship: 90,
  receive: 20,
  refund: 55,
  voucher: 6,
  freeze: 5,
  unfreeze: 12,
  price: 10,
  flash: 8,
  group: 6,
  jobs: 14,
  kill: 4,
  cut: 4,
} as const;

const alone = { stock: 16, short: 14, wait: 22, day: 6, settle: 6 } as const;

export type ActKind = keyof typeof together | keyof typeof alone;

export interface Act {
  do: ActKind;
  /** Which of the people. */
  who: number;
  /** Pick what it is about, and how much of it. */
  n: number;
  m: number;
  /** Which process is asked. */
  via: number;
  /** The rarer way: twice at once, in part… */
  flag: boolean;
}

/** Acts that begin at the same time; the next batch waits for all of them. */
export type Batch = Act[];
export type Story = Batch[];

function actOf(weights: Partial<Record<ActKind, number>>): fc.Arbitrary<Act> {
  const kinds = Object.entries(weights) as [ActKind, number][];
  return fc.record({
    do: fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
    who: fc.nat(19),
    n: fc.nat(9_999),
    m: fc.nat(9_999),
    via: fc.nat(1),
    flag: fc.nat(3).map((one) => one === 0),
  });
}

const batchOf = fc.oneof(
  { weight: 75, arbitrary: fc.array(actOf(together), { minLength: 4, maxLength: 8, size: 'max' }) },
  { weight: 20, arbitrary: fc.array(actOf(together), { minLength: 1, maxLength: 3, size: 'max' }) },
  { weight: 16, arbitrary: actOf(alone).map((act) => [act]) },
);

/** A story of so many acts. The same seed tells the same one. */
export function makeStory(seed: number, acts: number): Story {
  const batches = fc.sample(fc.noBias(batchOf), { seed, numRuns: acts });
  const story: Story = [];
  for (let [at, left] = [0, acts]; left > 0; at++) {
    const batch = batches[at]!.slice(0, left);
    story.push(batch);
    left -= batch.length;
  }
  return story;
}

export function countActs(story: Story): number {
  return story.reduce((sum, batch) => sum + batch.length, 0);
}
