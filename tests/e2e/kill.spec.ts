/**
 * kill -9 while orders are placed and paid: after the restart every acknowledged order is there, once, with stock and
 * ledger in step. A server of its own on a database of its own, which is killed too.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { demoPassword } from '#demo/seed/known.ts';
import { openEmbedded } from '#lib/server/db/embedded.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { databasePid, type ServerProcess, startReady } from '#tests/support/server-process.ts';

/** One attempt to buy: known before it is sent, so that it can be asked for again. */
interface Purchase {
  key: string;
  body: string;
  goodsId: number;
  tradeNo?: string;
  isPaid?: boolean;
}

/** Without what the company has once: the others buy at the same time. */
const alone = { coupons: 'none', vouchers: '' };

const workers = 8;
const acknowledgedBeforeKill = 40;

class Shop {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** The data of a call. Throws when there is no good answer, e.g. because the server is gone. */
  async call<T>(method: string, address: string, body?: unknown, headers = {}): Promise<T> {
    const answer = await fetch(this.#url + address, {
      method,
      headers: { cookie: this.#cookie, origin: this.#url, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) this.#cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: T };
    if (code !== 200) throw new Error(`${method} ${address}: ${code} ${message}`);
    return data;
  }

  async logIn(): Promise<this> {
    await this.call('POST', '/api/auth/login', { username: 'demo', password: demoPassword });
    return this;
  }

  /** Cheap goods of the house that can be bought, with enough of each. The house asks for no minimum. */
  async findGoods(): Promise<number[]> {
    type Goods = { id: number; number: number };
    const query = 'merchant_id=1&size=100';
    const { list } = await this.call<{ list: Goods[] }>('GET', `/api/goods/list?${query}`);
    const ids = list.filter(({ number }) => number > 1000).map(({ id }) => id);
    type Offer = { id: number; is_buy: number; price?: string; qg_number?: number };
    const offers = await this.call<Offer[]>('GET', `/api/goods/offers?ids=${ids.join(',')}`);
    return offers.filter(({ is_buy, price }) => is_buy === 1 && Number(price) < 10).map(({ id }) => id);
  }

  place({ key, body }: Purchase): Promise<{ trade_no: string }> {
    return this.call('POST', '/api/order', body, { 'idempotency-key': key });
  }

  async prepare(goodsId: number): Promise<Purchase> {
    const lines = [{ goods_id: goodsId, type: 0 }];
    const { added } = await this.call<{ added: { id: number }[] }>('POST', '/api/cart', { lines });
    const ids = added.map(({ id }) => id);
    const { total } = await this.call<{ total: { pay_amount: string } }>('POST', '/api/order/preview', {
      ids,
      ...alone,
    });
    const body = JSON.stringify({ ids, ...alone, expected_total: total.pay_amount });
    return { key: crypto.randomUUID(), body, goodsId };
  }

  async pay(purchase: Purchase): Promise<void> {
    await this.call('POST', '/api/pay', { trade_no: [purchase.tradeNo], provider: 'balance' });
    purchase.isPaid = true;
  }
}

/** Buys one goods again and again until the server is gone; what was sent is written down before. */
async function buyOn(shop: Shop, goodsId: number, sent: Purchase[]): Promise<void> {
  for (;;) {
    try {
      const purchase = await shop.prepare(goodsId);
      sent.push(purchase);
      purchase.tradeNo = (await shop.place(purchase)).trade_no;
      await shop.pay(purchase);
    } catch (error) {
      // Only the loss of the server ends it; a refusal would be a mistake of this test.
      if (error instanceof TypeError || (error as Error).cause) return;
      throw error;
    }
  }
}

const counted = `
  select g.id, g.stock, coalesce(sum(l.quantity) filter (where o.status <> 'cancelled'), 0)::int as sold
  from goods g left join order_line l on l.goods_id = g.id left join "order" o on o.no = l.order_no
  where g.id = any($1) group by g.id order by g.id`;

test('kill -9 loses no acknowledged order and doubles none', async () => {
  // Three starts, the first of which puts in the demo's three months: a minute and more on a busy machine.
  test.setTimeout(900_000);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'yaopi-kill-'));
  chmodSync(dataDir, 0o755);
  const start = () =>
    startReady('.', { DATA_DIR: dataDir, DEMO: '1', NODE_ENV: 'production', LIMIT_SCALE: '100' }, 240_000);
  let server: ServerProcess = await start();
  const running = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const database = await openEmbedded(dataDir, 'tool');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
      await database.close();
    }
  };
  try {
    const goodsIds = (await (await new Shop(server.url).logIn()).findGoods()).slice(0, workers);
    expect(goodsIds).toHaveLength(workers);
    // One person pays all day: no payment password is asked for, which is another test's.
    await running((client) =>
      client.query(`insert into site_setting (key, value) values ('payPasswordAbove', '1000000000')`),
    );
    const before = await running((client) => client.query(counted, [goodsIds]));

    const sent: Purchase[] = [];
    for (const withDatabase of [false, true]) {
      const shop = await new Shop(server.url).logIn();
      const goal = sent.filter(({ isPaid }) => isPaid).length + acknowledgedBeforeKill;
      const buying = Promise.all(goodsIds.map((id) => buyOn(shop, id, sent)));
      await expect
        .poll(() => sent.filter(({ isPaid }) => isPaid).length, { timeout: 120_000, intervals: [20] })
        .toBeGreaterThan(goal);
      server.child.kill('SIGKILL');
      if (withDatabase) process.kill(databasePid(dataDir), 'SIGKILL');
      await Promise.all([server.ended, buying]);
      server = await start();
      // What was acknowledged is answered the same again; what was not is placed now, if it was not before.
      const again = await new Shop(server.url).logIn();
      for (const purchase of sent) {
        const { trade_no } = await again.place(purchase);
        expect(trade_no).toBe(purchase.tradeNo ?? trade_no);
        purchase.tradeNo = trade_no;
      }
    }
    expect(new Set(sent.map(({ tradeNo }) => tradeNo)).size).toBe(sent.length);

    await running(async (client) => {
      const trades = await client.query<{ no: string; status: string; orders: number }>(
        `select t.no, min(o.status) as status, count(*)::int as orders from trade t join "order" o on o.trade_no = t.no
         where t.no = any($1) group by t.no`,
        [sent.map(({ tradeNo }) => tradeNo)],
      );
      expect(trades.rowCount).toBe(sent.length);
      expect(trades.rows.every(({ orders }) => orders === 1)).toBe(true);
      const status = new Map(trades.rows.map((row) => [row.no, row.status]));
      for (const { tradeNo, isPaid } of sent) if (isPaid) expect(status.get(tradeNo ?? '')).toBe('to_ship');
      // Nothing beside what was sent.
      const all = await client.query(
        `select count(distinct l.order_no)::int as n from order_line l where l.goods_id = any($1)`,
        [goodsIds],
      );
      const known = before.rows.reduce((sum, row) => sum + row.sold, 0);
      expect(known).toBe(0);
      expect(all.rows[0].n).toBe(sent.length);

      const after = await client.query(counted, [goodsIds]);
      for (const [at, row] of after.rows.entries())
        expect(row.stock, `stock of ${row.id}`).toBe(before.rows[at].stock - row.sold);

      // The wallet is what its ledger says, and the ledger what was paid. Sums of large numbers come as texts.
      const money = await client.query(
        `select w.balance, (select sum(amount) from wallet_ledger l where l.company_id = w.company_id)::int8 as ledger,
           (select balance_after from wallet_ledger l where l.company_id = w.company_id order by id desc limit 1) as last,
           (select sum(-amount) from wallet_ledger l where l.company_id = w.company_id and use_type = 'pay')::int8 as spent,
           (select sum(amount) from payment p where p.company_id = w.company_id and status = 'paid' and provider = 'balance')::int8 as paid,
           (select sum(s.amount) from payment_trade s join payment p on p.no = s.pay_no
             where s.trade_no = any($1) and p.status = 'paid')::int8 as shares,
           (select sum(pay_amount) from "order" o where o.trade_no = any($1) and status = 'to_ship')::int8 as orders
         from wallet w join member m on m.company_id = w.company_id join "user" u on u.id = m.user_id
         where u.username = 'demo'`,
        [sent.map(({ tradeNo }) => tradeNo)],
      );
      const { balance, ledger, last, spent, paid, shares, orders } = money.rows[0];
      expect([ledger, last]).toEqual([balance, balance]);
      expect([paid, orders]).toEqual([spent, shares]);
    });
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
