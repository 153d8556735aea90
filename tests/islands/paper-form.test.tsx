// @vitest-environment happy-dom
/** A paper as it is written: what it says of being kept. */
import { afterEach, expect, test } from 'vitest';
import { PaperForm } from '#islands/papers/PaperForm.tsx';
import { boxOf, clearDocument, does, draw, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

afterEach(clearDocument);

test('a paper is said to be kept only where nothing was written since', async () => {
  let answers = 0;
  const place = await draw(
    <PaperForm
      kind="drug_licence"
      name="药品经营许可证"
      open={null}
      onChange={() => {
        answers += 1;
      }}
    />,
  );
  const box = boxOf(place, '证件编号');
  const leave = () => does(() => box.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  await typeInto(box, '鄂DA1');
  await leave();
  const first = await shop.next();
  await typeInto(box, '鄂DA12');
  first.answer(200, { list: [] });
  await until(() => expect(answers).toBe(1));
  await does(() => undefined);
  expect(place.textContent).not.toContain('已保存');
  await leave();
  const second = await shop.next();
  expect(second.line).toContain('number=鄂DA12');
  second.answer(200, { list: [] });
  await until(() => expect(place.textContent).toContain('已保存'));
});
