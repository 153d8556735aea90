// @vitest-environment happy-dom
/** A word in the talk of a case: sent twice it stands there once, sent and done the box is empty. */
import { afterEach, expect, test } from 'vitest';
import { TalkForm } from '#islands/after-sale/TalkForm.tsx';
import { AppError } from '#lib/contract/errors.ts';
import { clearDocument, draw, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';

domPage();
afterEach(clearDocument);

const word = { id: 7, text: '少了两盒', pictures: [] };

/** The form, whose sending fails as often as is said. */
async function drawForm(failures: number) {
  const sent: { token: string; text: string }[] = [];
  const done: string[] = [];
  const place = await draw(
    <TalkForm
      id={word.id}
      label="留言"
      hint="仅您可见"
      upload={() => Promise.reject(new Error('no picture here'))}
      send={async (given) => {
        sent.push(given);
        if (sent.length <= failures) throw new AppError(500, '服务器忙');
        return '说过了';
      }}
      onDone={(found) => done.push(found)}
    />,
  );
  const box = () => place.querySelector('textarea')!;
  const write = (text: string) => typeInto(box(), text);
  const send = () => press(place.querySelector('button[type=submit]')!);
  return { sent, done, box, write, send };
}

test('the same word is sent again under its key, another one under its own', async () => {
  const { sent, done, box, write, send } = await drawForm(2);
  await write('少了两盒');
  await send();
  await until(() => expect(sent).toHaveLength(1));
  expect(box().value).toBe('少了两盒');
  await send();
  await until(() => expect(sent).toHaveLength(2));
  await write('少了三盒');
  await send();
  await until(() => expect(done).toEqual(['说过了']));
  const [first, again, other] = sent.map(({ token }) => token);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(sent[2]).toMatchObject({ ...word, text: '少了三盒' });
});

test('when it is said the box is empty', async () => {
  const { done, box, write, send } = await drawForm(0);
  await write('少了两盒');
  await send();
  await until(() => expect(done).toHaveLength(1));
  await until(() => expect(box().value).toBe(''));
});
