/** The desk is warned where two companies hand in the very same voucher. */
import { expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { transfers } from '#lib/contract/desk/lists/transfers.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { getDeskTransfer } from '#lib/server/transfers/list.ts';
import { handInVoucher } from '#lib/server/transfers/voucher.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { pictureOf } from '#tests/support/papers.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
completeEnv({
  BANK_ACCOUNT_NAME: '药批网有限公司',
  BANK_ACCOUNT_NO: '6222 0000 1234 5678',
  BANK_NAME: '示范银行',
});
const goodsId = await makeGoods(db, goodsPlain, 1000);
const same = await pictureOf('#3366cc', 'png', 401);
const another = await pictureOf('#3366cc', 'png', 402);

async function submitted(buyer: Account, picture: Buffer): Promise<string> {
  const made = await order(db, buyer, [{ goodsId, number: 10 }]);
  const { pay_no: no } = await pay(db, buyer, made.trade_no, 'bank');
  const file = { name: '回单.png', type: 'image/png', bytes: new Uint8Array(picture) };
  await handInVoucher(contextOf(db, buyer), { no, file });
  return no;
}

it('each of the two names the other, a third nobody, and a new voucher ends it', async () => {
  const [first, second, third] = await makeBuyers(db, 3);
  const [one, two, three] = [
    await submitted(first!, same),
    await submitted(second!, same),
    await submitted(third!, another),
  ];
  const { rows } = await askList(byStaff(db), transfers);
  const twinsOf = (no: string) => rows.find((row) => row.no === no)?.twins;
  expect([twinsOf(one), twinsOf(two), twinsOf(three)]).toEqual([
    expect.stringMatching(new RegExp(`^竞购药房.* ${two}$`)),
    expect.stringContaining(one),
    '',
  ]);
  expect((await getDeskTransfer(byStaff(db), one)).twins[0]?.company).toMatch(/^竞购药房/);
  const file = {
    name: '新回单.png',
    type: 'image/png',
    bytes: new Uint8Array(await pictureOf('#3366cc', 'png', 403)),
  };
  await handInVoucher(contextOf(db, second!), { no: two, file });
  expect((await getDeskTransfer(byStaff(db), one)).twins).toEqual([]);
});
