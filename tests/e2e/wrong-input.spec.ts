/** What a shop is sent by mistake or on purpose: each gets a clear answer, none a 500, nothing is cut in silence. */
import { request as send } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import { goodsPlain } from '#demo/seed/known.ts';
import type { Call } from '#lib/contract/call.ts';
import { routes } from '#lib/contract/routes.ts';
import {
  ask,
  endsSession,
  everyCall,
  expectClear,
  expectRefusal,
  fill,
  get,
  isWrite,
  post,
} from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { injection, nonsense } from '#tests/support/nonsense.ts';

// Pages are not what is tested: their trace would cost a fifth of the work.
test.use({ trace: 'off' });
// Most of them ask every call there is.
test.setTimeout(360_000);

const MB = 1024 * 1024;

/** Numbers that are no quantity. */
const noQuantities = ['0', '-1', '1.5', '1e9', '1000000000', 'abc', '', 'NaN', '0x10', '1 2'];

/** Texts that are no id. */
const noIds = ['0', '-1', '1.5', 'abc', '99999999999999999999', injection, '..', '%', '１２3x', '阿莫西林'];

const realCalls = everyCall.filter(({ call }) => !endsSession(call));

function withKey(call: Call): Record<string, string> {
  return isWrite(call) ? { 'idempotency-key': crypto.randomUUID() } : {};
}

/** The whole stock of lines that `goods` make as a form. */
function linesOf(goods: readonly { id: number; ck_id?: number }[]): string {
  return goods
    .map(
      ({ id, ck_id = 0 }, at) =>
        `lines[${at}][goods_id]=${id}&lines[${at}][ck_id]=${ck_id}&lines[${at}][type]=0`,
    )
    .join('&');
}

/** Puts an ordinary goods into the cart of whoever is logged in and answers its line. */
async function addPlain(buyer: BrowserContext): Promise<{ id: number; number: number }> {
  await post(buyer, '/api/cart', { form: linesOf([{ id: goodsPlain }]) });
  const { data } = await get<{ data: { id: number; number: number }[] }>(buyer, '/api/cart/list');
  expect(data).toHaveLength(1);
  return data[0]!;
}

test('quantities that are none', async ({ context, logIn }) => {
  await logIn();
  const line = await addPlain(context);
  for (const value of noQuantities) {
    const number = encodeURIComponent(value);
    expectRefusal(await ask(context, 'POST', `/api/cart/${line.id}/edit`, { form: `number=${number}` }), 422);
    const form = `${linesOf([{ id: goodsPlain }])}&lines[0][number]=${number}`;
    expectRefusal(await ask(context, 'POST', '/api/cart', { form }), 422);
    const quick = await ask(context, 'POST', `/api/cart/quick-add/${goodsPlain}`, {
      form: `number=${number}`,
    });
    expectRefusal(quick, 422);
  }
  const { data } = await get<{ data: { number: number }[] }>(context, '/api/cart/list');
  expect(data[0]?.number, 'nothing was added on the way').toBe(line.number);
});

test('full-width digits are digits', async ({ context, logIn }) => {
  await logIn();
  const line = await addPlain(context);
  const number = String(line.number * 2).replace(/\d/g, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
  );
  await post(context, `/api/cart/${line.id}/edit`, { form: `number=${encodeURIComponent(number)}` });
  const { data } = await get<{ data: { number: number }[] }>(context, '/api/cart/list');
  expect(data[0]?.number).toBe(line.number * 2);
});

test('ids that are none, in every path', async ({ context, logIn }) => {
  await logIn();
  for (const { call } of realCalls.filter(({ call }) => call.path.includes('{'))) {
    const answers = await Promise.all(
      [...noIds, '2147483647', 'a'.repeat(5000)].map((value) =>
        ask(
          context,
          call.method,
          fill(call, () => value),
          { headers: withKey(call) },
        ),
      ),
    );
    for (const answer of answers) expectClear(answer);
  }
});

test('things that do not exist', async ({ context, logIn }) => {
  await logIn();
  const none = 2_000_000_000;
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  expectRefusal(await ask(context, 'GET', `/api/goods/detail/${none}`), 404);
  expectRefusal(await ask(context, 'POST', '/api/cart', { form: linesOf([{ id: none }]) }), 404, 422);
  expectRefusal(await ask(context, 'POST', `/api/cart/quick-add/${none}`), 404, 422);
  expectRefusal(await ask(context, 'POST', `/api/cart/${none}/edit`, { form: 'number=10' }), 404);
  expectRefusal(await ask(context, 'POST', '/api/order/preview', { form: `ids[]=${none}` }), 404);
  const order = { form: `ids[]=${none}&expected_total=1.00`, headers: key() };
  expectRefusal(await ask(context, 'POST', '/api/order', order), 404, 409);
  expectRefusal(await ask(context, 'GET', `/api/order/${none}`), 404);
  expectRefusal(await ask(context, 'POST', `/api/order/${none}/cancel`), 404);
  const pay = { form: `trade_no=${none}&provider=balance` };
  expectRefusal(await ask(context, 'POST', '/api/pay', pay), 404);
  expectRefusal(await ask(context, 'GET', `/api/pay/${none}`), 404);
  expectRefusal(await ask(context, 'POST', `/api/address/${none}/delete`), 404);
  expectRefusal(await ask(context, 'GET', '/api/no-such-call'), 404);
  expectRefusal(await ask(context, 'POST', '/api/no-such-call', { form: 'a=1' }), 404);
  expectRefusal(await ask(context, 'GET', '/api'), 404);
});

test('an order without an address, a total or a key', async ({ context, logIn }) => {
  await logIn();
  const line = await addPlain(context);
  const { total, address_id: address } = await post<{ total: { pay_amount: string }; address_id: number }>(
    context,
    '/api/order/preview',
    { form: `ids[]=${line.id}` },
  );
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const whole = `ids[]=${line.id}&expected_total=${total.pay_amount}`;
  expectRefusal(await ask(context, 'POST', '/api/order', { form: whole }), 422);
  expectRefusal(await ask(context, 'POST', '/api/order', { form: `ids[]=${line.id}`, headers: key() }), 422);
  expectRefusal(
    await ask(context, 'POST', '/api/order', { form: 'expected_total=1.00', headers: key() }),
    422,
  );
  const cheaper = { form: `ids[]=${line.id}&expected_total=0.01&address_id=${address}`, headers: key() };
  const changed = await ask(context, 'POST', '/api/order', cheaper);
  expectRefusal(changed, 409);
  expect(changed.envelope?.data, 'the new quote').toMatchObject({ total });
  const { list } = await get<{ list: { id: number }[] }>(context, '/api/address');
  for (const { id } of list) await post(context, `/api/address/${id}/delete`);
  const homeless = await ask(context, 'POST', '/api/order', { form: whole, headers: key() });
  expectRefusal(homeless, 409, 422);
  expect(homeless.envelope?.message).toContain('地址');
});

// A form with a file of 10 MB is taken where there is one; who may not make a call hears that whatever is sent.
test('a body of 11 MB', async ({ context, logIn }) => {
  await logIn();
  for (const { call } of realCalls.filter(({ call }) => isWrite(call))) {
    const path = fill(call, () => 1);
    const asked = { form: `remark=${'a'.repeat(11 * MB)}`, headers: withKey(call) };
    // There is no provider of this name.
    const code = call.isSigned ? 404 : askedOf(call, 413);
    expectRefusal(await ask(context, call.method, path, asked), code);
  }
});

/** What a call refuses with; to a buyer those of the desks are not there, whatever they are sent. */
function askedOf({ who }: Call, code: number): number {
  return who === 'all' || who === 'anyone' || who === 'buyer' ? code : 404;
}

test('broken JSON and JSON that is no object', async ({ context, logIn }) => {
  await logIn();
  for (const { call } of realCalls.filter(({ call }) => isWrite(call) && !call.isSigned)) {
    for (const json of ['{"ids":[1,', '[1]', '"x"', 'null', '\u0000']) {
      const path = fill(call, () => 1);
      expectRefusal(
        await ask(context, call.method, path, { json, headers: withKey(call) }),
        askedOf(call, 400),
      );
    }
  }
});

test('a NUL in a text, in a name and in a path', async ({ context, logIn }) => {
  await logIn();
  for (const { call } of realCalls.filter(({ call }) => !call.isSigned)) {
    const path = fill(call, () => 1);
    for (const form of ['keywords=a%00b', 'a%00b=1', 'ids[0][x]=%00']) {
      expectRefusal(
        await ask(context, call.method, path, { form, headers: withKey(call) }),
        askedOf(call, 422),
      );
    }
  }
  expectRefusal(await ask(context, 'GET', '/api/order/a%00b'), 400, 404, 422);
});

test('a search of 5,000 characters, and one that would drop a table', async ({ context, page }) => {
  for (const text of ['阿'.repeat(5000), injection, '%', '_', '\\', '"', '(((', '阿莫西林 & | ! <->']) {
    const keywords = encodeURIComponent(text);
    for (const path of ['/api/goods/search', '/api/goods/list']) {
      expectClear(await ask(context, 'GET', path, { form: `keywords=${keywords}&type=0` }));
      expectClear(await ask(context, 'GET', path, { form: `sccj_keywords=${keywords}&type=1` }));
    }
    const answer = await ask(context, 'GET', '/search', { form: `keywords=${keywords}` });
    expect.soft(answer.status, answer.label).toBeLessThan(500);
    expect.soft(answer.headers['content-type']).toMatch(/^text\/html/);
  }
  await page.goto(`/search?keywords=${encodeURIComponent(injection)}`);
  await expect(page.getByRole('main')).toContainText('drop table');
});

test('a write from another origin', async ({ context, logIn }) => {
  await logIn();
  const line = await addPlain(context);
  for (const { call } of everyCall.filter(({ call }) => isWrite(call) && !call.isSigned)) {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const path = fill(call, () => line.id);
      expectRefusal(await ask(context, call.method, path, { form: 'number=20', headers }), 403);
    }
  }
  const { data } = await get<{ data: { number: number }[] }>(context, '/api/cart/list');
  expect(data[0]?.number).toBe(line.number);
});

test('300 lines in one form arrive whole, 501 are refused whole', async ({ context, logIn }) => {
  await logIn();
  // A sale between two pages moves goods from one to the other: what is seen twice counts once.
  const goods = new Map<number, { id: number; ck_id: number }>();
  for (let page = 1; goods.size < 300; page++) {
    const found = await get<{ list: { id: number; ck_id: number }[] }>(context, '/api/goods/list', {
      form: `page=${page}&size=100`,
    });
    for (const one of found.list) goods.set(one.id, one);
  }
  const lines = linesOf([...goods.values()].slice(0, 300));
  const added = await post<{ total: number; refused: unknown[] }>(context, '/api/cart', { form: lines });
  expect(added.total + added.refused.length).toBe(300);
  const { data } = await get<{ data: { id: number }[] }>(context, '/api/cart/list');
  expect(data).toHaveLength(added.total);
  const ids = data.map(({ id }) => `ids[]=${id}`).join('&');
  await post(context, '/api/cart/batch-select', { form: `${ids}&is_selected=0` });
  await post(context, '/api/cart/batch-delete', { form: ids });
  expect(await get(context, '/api/cart/total')).toEqual({ total: 0 });

  const tooMany = Array.from({ length: 501 }, (_, at) => ({ id: at + 1 }));
  expectRefusal(await ask(context, 'POST', '/api/cart', { form: linesOf(tooMany) }), 422);
  const manyIds = tooMany.map(({ id }) => `ids[]=${id}`).join('&');
  for (const path of ['/api/cart/batch-delete', '/api/order/preview']) {
    expectRefusal(await ask(context, 'POST', path, { form: manyIds }), 422);
  }
  const values = Array.from({ length: 20_000 }, (_, at) => `a${at}=1`).join('&');
  expectRefusal(await ask(context, 'POST', '/api/cart', { form: values }), 422);
});

const parts = 4;
for (let part = 0; part < parts; part++)
  test(`nonsense in every field of every call, part ${part + 1} of ${parts}`, async ({ context, logIn }) => {
    await logIn();
    for (const { call } of realCalls.filter((_, at) => at % parts === part)) {
      const path = fill(call, () => 1);
      const answers = await Promise.all(
        nonsense.map((form) => ask(context, call.method, path, { form, headers: withKey(call) })),
      );
      for (const answer of answers) expectClear(answer);
    }
  });

/** Whether a path could be meant for a call: `/api/address/regions` is an address to `/api/address/{id}`. */
function matches(call: Call, path: string): boolean {
  return new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

test('a method that a call does not have', async ({ context }) => {
  const paths = new Set(everyCall.map(({ call }) => call.path));
  for (const pattern of paths) {
    const path = pattern.replace(/\{\w+\}/g, '1');
    const alike = everyCall.filter(({ call }) => matches(call, path));
    const others = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'].filter(
      (method) => !alike.some(({ call }) => call.method === method),
    );
    for (const answer of await Promise.all(others.map((method) => ask(context, method, path))))
      expectRefusal(answer, 405);
  }
});

test('a buyer’s call without a buyer', async ({ context }) => {
  for (const { call } of everyCall.filter(({ call }) => call.who === 'buyer')) {
    const path = fill(call, () => 1);
    expectRefusal(await ask(context, call.method, path, { headers: withKey(call) }), 401);
    const cookie = 'yp.session_token=forged.forged; yp_in=1';
    expectRefusal(await ask(context, call.method, path, { headers: { ...withKey(call), cookie } }), 401);
  }
});

/** Sends a request line as it is; clients would correct it. */
function sendRaw(base: string, path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    send({ hostname, port, path, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('addresses that are none', async ({ baseURL }) => {
  for (const path of [
    '/%zz',
    '/list/info/%E0%A4%A',
    '/list?keywords=%zz',
    '/api/goods/list?keywords=%zz',
    '//',
    '/%00',
  ]) {
    const { status, text } = await sendRaw(baseURL!, path);
    expect.soft(status, path).toBeLessThan(500);
    if (status >= 400) expect.soft(text, path).toMatch(/[\u4e00-\u9fff]{3}/);
  }
  const { status } = await sendRaw(baseURL!, `/list?keywords=${'a'.repeat(70_000)}`);
  expect(status).toBe(431);
});

test('pages answer HTML whatever is asked of them', async ({ context, logIn }) => {
  await logIn();
  const patterns = Object.keys(routes);
  const queries = [
    'page=abc&size=1e9&sort=x&order=y',
    'page=-1&category_id=zzz&merchant_id=0',
    `keywords=${'阿'.repeat(500)}`,
  ];
  for (const pattern of patterns) {
    for (const value of ['1', '0', 'abc', injection, '99999999999999999999', 'a'.repeat(500)]) {
      if (!pattern.includes('[') && value !== '1') continue;
      const path = pattern.replace(/\[\w+\]/g, encodeURIComponent(value));
      const headers = { accept: 'application/json' };
      // Every query at a page that is there; of the pages that are not, one is enough.
      const forms = value === '1' ? queries : queries.slice(0, 1);
      const answers = await Promise.all(forms.map((form) => ask(context, 'GET', path, { form, headers })));
      for (const answer of answers) {
        expect.soft(answer.status, answer.label).toBeLessThan(500);
        if (answer.status < 300)
          expect.soft(answer.headers['content-type'], answer.label).toMatch(/^text\/html/);
      }
    }
    const path = pattern.replace(/\[\w+\]/g, '1591');
    const [head, whole] = [await ask(context, 'HEAD', path), await ask(context, 'GET', path)];
    expect.soft(head.text, `HEAD ${path}`).toBe('');
    expect.soft(head.status, `HEAD ${path}`).toBe(whole.status);
  }
});

test('what belongs to one company is not there for another', async ({ context, logIn, newVisitor }) => {
  await logIn();
  const stranger = await newVisitor();
  await logIn(undefined, stranger);
  const first = await addPlain(context);
  const { total, address_id: address } = await post<{ total: { pay_amount: string }; address_id: number }>(
    context,
    '/api/order/preview',
    { form: `ids[]=${first.id}` },
  );
  const placed = await post<{ trade_no: string; orders: { no: string }[] }>(context, '/api/order', {
    form: `ids[]=${first.id}&expected_total=${total.pay_amount}`,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const paying = await post<{ pay_no: string }>(context, '/api/pay', {
    form: `trade_no=${placed.trade_no}&provider=sandbox`,
  });
  const no = placed.orders[0]!.no;
  const line = await addPlain(context);
  const own = await addPlain(stranger);

  const foreign: [method: string, path: string, form?: string | undefined][] = [
    ['POST', `/api/cart/${line.id}/edit`, 'number=30'],
    ['POST', '/api/order/preview', `ids[]=${line.id}`],
    ['POST', '/api/cart/checkout', `ids[]=${line.id}`],
    ['POST', '/api/order/preview', `ids[]=${own.id}&address_id=${address}`],
    ['POST', '/api/order', `ids[]=${own.id}&address_id=${address}&expected_total=${total.pay_amount}`],
    ['POST', '/api/order', `ids[]=${line.id}&expected_total=${total.pay_amount}`],
    ['POST', `/api/address/${address}/delete`],
    ['POST', `/api/address/${address}/default`],
    ['POST', `/api/address/${address}`, 'receiver=x&phone=13800138000&region_code=420103&detail=x'],
    ['POST', '/api/pay', `trade_no=${placed.trade_no}&provider=balance`],
    ['GET', `/api/pay/${paying.pay_no}`],
    ...everyCall
      .filter(({ call }) => call.path.startsWith('/api/order/{no}'))
      // A call that takes a form is asked with a good one: what is refused is the order.
      .map(({ name, call }): [string, string, string | undefined] => [
        call.method,
        fill(call, () => no),
        name === 'receiveOrder' ? 'is_received=0&expected_amount=0.00&token=12345678' : undefined,
      ]),
  ];
  for (const [method, path, form] of foreign) {
    const asked = {
      ...(form !== undefined && { form }),
      headers: { 'idempotency-key': crypto.randomUUID() },
    };
    expectRefusal(await ask(stranger, method, path, asked), 404);
  }
  // Deleting and selecting take sets: what is not one's own is not in them.
  for (const path of ['/api/cart/batch-delete', '/api/cart/batch-select']) {
    expectClear(await ask(stranger, 'POST', path, { form: `ids[]=${line.id}&is_selected=0` }));
  }
  for (const path of [
    `/order/info/${no}`,
    `/cart/step3/${placed.trade_no}`,
    `/cart/step4?pay_no=${paying.pay_no}`,
  ]) {
    const answer = await ask(stranger, 'GET', path);
    expect.soft(answer.text, path).not.toContain(no);
    expect.soft(answer.status, path).toBeLessThan(500);
  }
  const mine = await get<{ data: { id: number; number: number; is_selected: number }[] }>(
    context,
    '/api/cart/list',
  );
  expect(mine.data).toMatchObject([{ id: line.id, number: line.number, is_selected: 1 }]);
  const { list } = await get<{ list: unknown[] }>(context, '/api/address');
  expect(list).toMatchObject([{ id: address, is_default: 1 }]);
});
