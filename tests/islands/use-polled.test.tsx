// @vitest-environment happy-dom
/** A value that is looked at again while something runs: when it is asked for, and which answers count. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePolled } from '#islands/ui/use-polled.ts';
import { CancelledError } from '#lib/client/api.ts';
import { GivenUpError } from '#lib/client/given-up.ts';
import { clearDocument, does, draw, named, press } from '#tests/support/dom.tsx';

interface Job {
  text: string;
  looks: number;
}

const everyMs = 1_000;
const running = (text: string): Job => ({ text, looks: Number.POSITIVE_INFINITY });
const over = (text: string): Job => ({ text, looks: 0 });

/** Looks that were asked for and not answered. */
let asked: PromiseWithResolvers<Job>[] = [];
/** What looks brought, as `onLook` heard it. */
let heard: string[] = [];
/** What an act answers. */
let answered: Job = over('acted');
let isHidden = false;

function Shown({ initial }: { initial: Job }) {
  const { now, take, look, isLost } = usePolled(initial, {
    load() {
      const one = Promise.withResolvers<Job>();
      asked.push(one);
      return one.promise;
    },
    looks: (job) => job.looks,
    everyMs,
    onLook: ({ text }) => heard.push(text),
  });
  return (
    <>
      <output>{isLost ? `${now.text}, lost` : now.text}</output>
      <button type="button" onClick={() => take(answered)}>
        act
      </button>
      <button type="button" onClick={look}>
        look
      </button>
    </>
  );
}

const text = (place: HTMLElement) => place.querySelector('output')?.textContent;
const pass = (ms: number) => does(() => vi.advanceTimersByTimeAsync(ms));
const answer = (job: Job) => does(() => asked.shift()!.resolve(job));
const fail = (error = new Error('lost')) => does(() => asked.shift()!.reject(error));
async function turn(hidden: boolean): Promise<void> {
  isHidden = hidden;
  await does(() => document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  asked = [];
  heard = [];
  isHidden = false;
  answered = over('acted');
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(async () => {
  await clearDocument();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('it looks while something runs, one look at a time, and not after the end', async () => {
  const place = await draw(<Shown initial={running('10%')} />);
  await pass(everyMs - 1);
  expect(asked).toHaveLength(0);
  await pass(1);
  expect(asked).toHaveLength(1);
  // A slow answer is waited for.
  await pass(10 * everyMs);
  expect(asked).toHaveLength(1);
  await answer(running('50%'));
  expect(text(place)).toBe('50%');
  await pass(everyMs);
  await answer(over('done'));
  expect(text(place)).toBe('done');
  expect(heard).toEqual(['50%', 'done']);
  await pass(10 * everyMs);
  expect(asked).toHaveLength(0);
});

test('nothing is asked where nothing runs, until an act begins something', async () => {
  const place = await draw(<Shown initial={over('idle')} />);
  await pass(10 * everyMs);
  expect(asked).toHaveLength(0);
  answered = running('begun');
  await press(named(place, 'act'));
  await pass(everyMs);
  expect(asked).toHaveLength(1);
});

test('an answer that was asked for before an act ended is dropped', async () => {
  const place = await draw(<Shown initial={running('before')} />);
  await pass(everyMs);
  answered = running('acted');
  await press(named(place, 'act'));
  expect(text(place)).toBe('acted');
  await answer(over('before the act'));
  expect(text(place)).toBe('acted');
  expect(heard).toEqual([]);
  // The looks go on from the act.
  await pass(everyMs);
  await answer(over('after the act'));
  expect(text(place)).toBe('after the act');
});

test('a failed look that was asked for before an act ended says nothing', async () => {
  const place = await draw(<Shown initial={running('before')} />);
  await pass(everyMs);
  await press(named(place, 'act'));
  await fail();
  expect(text(place)).toBe('acted');
});

test('a hidden tab does not look, and looks at once when it is shown', async () => {
  const place = await draw(<Shown initial={running('before')} />);
  await turn(true);
  await pass(10 * everyMs);
  expect(asked).toHaveLength(0);
  await turn(false);
  expect(asked).toHaveLength(1);
  // Hidden while an answer is on its way: it counts, and none is asked for after it.
  await turn(true);
  await answer(running('meanwhile'));
  expect(text(place)).toBe('meanwhile');
  await pass(10 * everyMs);
  expect(asked).toHaveLength(0);
});

test('a tab that is shown again does not look where nothing runs', async () => {
  await draw(<Shown initial={over('idle')} />);
  await turn(true);
  await turn(false);
  await pass(10 * everyMs);
  expect(asked).toHaveLength(0);
});

test('what has left the page asks no more, and its late answer is heard by nobody', async () => {
  await draw(<Shown initial={running('before')} />);
  await pass(everyMs);
  await clearDocument();
  await answer(running('late'));
  expect(heard).toEqual([]);
  await turn(false);
  await pass(10 * everyMs);
  expect(asked).toHaveLength(0);
});

test('failed looks are said and come less often; the next good one is as before', async () => {
  const place = await draw(<Shown initial={running('before')} />);
  await pass(everyMs);
  for (const times of [2, 3, 4, 5, 5]) {
    await fail();
    expect(text(place)).toBe('before, lost');
    await pass(times * everyMs - 1);
    expect(asked).toHaveLength(0);
    await pass(1);
    expect(asked).toHaveLength(1);
  }
  await answer(running('again'));
  expect(text(place)).toBe('again');
  await pass(everyMs);
  expect(asked).toHaveLength(1);
});

test('a look that the person gave up is no cut line: the next one is when they come back, act or want it', async () => {
  const place = await draw(<Shown initial={running('before')} />);
  answered = running('acted');
  await pass(everyMs);
  const waysBack = [
    async () => {
      await turn(true);
      await turn(false);
    },
    () => press(named(place, 'look')),
    async () => {
      await press(named(place, 'act'));
      await pass(everyMs);
    },
  ];
  for (const comeBack of waysBack) {
    expect(asked).toHaveLength(1);
    await fail(new GivenUpError());
    expect(text(place)).toBe('before');
    await pass(10 * everyMs);
    expect(asked).toHaveLength(0);
    await comeBack();
  }
  // One in whose place another read came is followed by the next, as an answered one is.
  await fail(new CancelledError());
  expect(text(place)).toBe('acted');
  await pass(everyMs);
  expect(asked).toHaveLength(1);
});

test('looks in a row are bounded by the value, and an act gives them anew', async () => {
  const place = await draw(<Shown initial={{ text: 'files', looks: 2 }} />);
  for (let turns = 0; turns < 2; turns += 1) {
    await pass(everyMs);
    await answer({ text: 'files', looks: 2 });
  }
  await pass(10 * everyMs);
  await turn(true);
  await turn(false);
  expect(asked).toHaveLength(0);
  answered = { text: 'sent', looks: 2 };
  await press(named(place, 'act'));
  await pass(everyMs);
  expect(asked).toHaveLength(1);
});

test('a look can be wanted where nothing runs: it is one', async () => {
  const place = await draw(<Shown initial={over('refused')} />);
  await press(named(place, 'look'));
  expect(asked).toHaveLength(1);
  await answer(over('as it is'));
  expect(text(place)).toBe('as it is');
  await pass(10 * everyMs);
  expect(asked).toHaveLength(0);
});
