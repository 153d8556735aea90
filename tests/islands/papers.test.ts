/** What is written on papers reaches the server in turn, and is handed in only when all of it is kept. */
import { expect, test } from 'vitest';
import { dropPaper, handInPapers, savePaper } from '#lib/client/stores/papers.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const words = (number: string) => ({ number, valid_from: '', valid_to: '', is_long: 0 as const, files: [] });

test('handing in waits for what is on its way', async () => {
  const saved = savePaper('drug_licence', () => words('鄂DA1'));
  const done = handInPapers();
  const sent = await shop.next();
  expect(sent.line).toContain('POST /api/user/zizhi kind=');
  expect(shop.left()).toBe(0);
  sent.answer(200, { list: [] });
  await saved;
  const handed = await shop.next();
  expect(handed.line).toContain('POST /api/user/zizhi/hand-in');
  handed.answer(200, { list: [] });
  await expect(done).resolves.toEqual({ list: [] });
});

test('of two behind each other each says what is written when its turn has come', async () => {
  let number = '1';
  const first = savePaper('drug_licence', () => words(number));
  const second = savePaper('drug_licence', () => words(number));
  const sent = await shop.next();
  expect(sent.line).toContain('number=1');
  number = '2';
  sent.answer(200, { list: [] });
  const again = await shop.next();
  expect(again.line).toContain('number=2');
  again.answer(200, { list: [] });
  await Promise.all([first, second]);
});

test('a paper whose last words were refused is not handed in as it was before', async () => {
  const saved = savePaper('drug_licence', () => words('1'));
  (await shop.next()).answer(422, { errors: { valid_to: ['有效期至不能早于有效期起'] } });
  await expect(saved).rejects.toMatchObject({ code: 422 });
  await expect(handInPapers()).rejects.toMatchObject({
    code: 409,
    message: '药品经营许可证还没有保存，请改好后再提交审核',
  });
  const dropped = dropPaper('drug_licence');
  (await shop.next()).answer(200, { list: [] });
  await dropped;
  const done = handInPapers();
  (await shop.next()).answer(200, { list: [] });
  await expect(done).resolves.toEqual({ list: [] });
});
