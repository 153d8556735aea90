// @vitest-environment happy-dom
/** The host's console: answers that tell what is new since are put to what is known. */
import { expect, test } from 'vitest';
import { withNews } from '#lib/client/stores/desk/live-console.ts';
import type { ConsoleEvent, LiveConsole } from '#lib/contract/live/console-schema.ts';
import { mostConsoleEvents } from '#lib/rules/live/desk.ts';

const event = (id: number, second: number, more: Partial<ConsoleEvent> = {}): ConsoleEvent => ({
  ...{ id, kind: 'chapter', kind_text: '章节', text: `第${id}章`, by: '', is_hidden: 0, is_hideable: 1 },
  at: new Date(second * 1_000).toISOString(),
  ...more,
});
const answer = (events: ConsoleEvent[], more: Partial<LiveConsole> = {}) =>
  ({ events, is_whole: 0, viewers: 1, ...more }) as LiveConsole;
const ids = ({ events }: LiveConsole) => events.map(({ id }) => id);

test('the record goes on from what is known: the newest first, each once, as it was told last', () => {
  const known = answer([event(3, 30), event(1, 10)], { is_whole: 1 });
  const next = withNews(known, answer([event(4, 20), event(1, 10, { is_hidden: 1 })], { viewers: 7 }));
  expect([ids(next), next.events.at(-1)?.is_hidden, next.viewers]).toEqual([[3, 4, 1], 1, 7]);
  expect(withNews(next, answer([])).events).toBe(next.events);
  expect(ids(withNews(next, answer([event(9, 1)], { is_whole: 1 })))).toEqual([9]);
  const many = Array.from({ length: mostConsoleEvents + 5 }, (_, nth) => event(100 + nth, 100 + nth));
  expect(ids(withNews(next, answer(many)))).toEqual(
    many
      .slice(5)
      .map(({ id }) => id)
      .toReversed(),
  );
});
