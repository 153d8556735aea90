import { expect, test } from '#tests/support/e2e.ts';

test('the home page opens, and an unknown call answers in JSON', async ({ page, request }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/药批网/);
  const answer = await request.get('/api/no-such-call');
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 404, data: null });
});
