// @vitest-environment happy-dom
/** A draft that is kept while it is typed: one at a time, and the whole behind the last of them. */
import { afterEach, expect, test } from 'vitest';
import { useSavedDraft } from '#islands/registration/use-saved-draft.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';

const sent: { what: string; answer: () => void }[] = [];

function send(what: string): Promise<void> {
  return new Promise((resolve) => sent.push({ what, answer: resolve }));
}

function Form() {
  const { saved, touch, inTurn } = useSavedDraft(() => send('draft'));
  return (
    <>
      <p>{saved}</p>
      <button type="button" onClick={touch}>
        change
      </button>
      <button type="button" onClick={() => void inTurn(() => send('whole'))}>
        next
      </button>
    </>
  );
}

afterEach(async () => {
  await clearDocument();
  sent.length = 0;
});

test('the whole waits for the draft on its way, and takes with it what was changed since', async () => {
  const place = await draw(<Form />);
  const what = () => sent.map((one) => one.what);
  await press(named(place, 'change'));
  await until(() => expect(what()).toEqual(['draft']));
  await press(named(place, 'change'));
  await press(named(place, 'next'));
  expect(what()).toEqual(['draft']);
  sent[0]?.answer();
  await until(() => expect(what()).toEqual(['draft', 'whole']));
  sent[1]?.answer();
});

test('a draft is said to be kept only where nothing was changed since', async () => {
  const place = await draw(<Form />);
  await press(named(place, 'change'));
  await until(() => expect(place.textContent).toContain('saving'));
  await press(named(place, 'change'));
  sent[0]?.answer();
  await until(() => expect(sent).toHaveLength(2));
  expect(place.textContent).not.toContain('saved');
  sent[1]?.answer();
  await until(() => expect(place.textContent).toContain('saved'));
});
