// @vitest-environment happy-dom
/** The purchase list on its way to the server, where several wait for it at once. */
import { afterEach, expect, test } from 'vitest';
import { useDraft } from '#islands/quick-order/use-draft.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

let ended = 0;

function List() {
  const draft = useDraft({ version: 4, saved_at: null });
  return (
    <>
      <button type="button" onClick={() => draft.save({ text: '', rows: '[]' })}>
        change
      </button>
      <button
        type="button"
        onClick={() =>
          void draft.flush().then(() => {
            ended += 1;
          })
        }
      >
        flush
      </button>
    </>
  );
}

afterEach(clearDocument);

test('whoever waits for the list goes on when the last change has arrived, not the one before it', async () => {
  const place = await draw(<List />);
  await press(named(place, 'change'));
  await press(named(place, 'flush'));
  const first = await shop.next();
  await press(named(place, 'change'));
  await press(named(place, 'flush'));
  await press(named(place, 'flush'));
  first.answer(200, { version: 5, saved_at: '2026-11-23T06:04:00.000Z' });
  const second = await shop.next();
  expect(second.line).toContain('version=5&');
  expect(ended).toBe(1);
  second.answer(200, { version: 6, saved_at: '2026-11-23T06:05:00.000Z' });
  await until(() => expect(ended).toBe(3));
  expect(shop.left()).toBe(0);
});
