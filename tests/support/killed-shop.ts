/**
 * A shop that pays and gives back in processes of its own, to be killed, between two payment houses that can withhold their
 * answers: 微信支付 and 支付宝, asked in the same words here.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BillLine } from '#lib/rules/orders/bill.ts';
import { openAlipayProvider } from '#tests/counterparts/alipay-provider.ts';
import { alipayBillOf, wechatBillOf } from '#tests/counterparts/bills.ts';
import { openWechatProvider } from '#tests/counterparts/wechat-provider.ts';
import { makeProject, type ServerProcess, startReady } from './server-process.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Stands in for the built app: what pays, tops up, asks and gives back, and the shop's own ear for both houses. */
const app = `
import { text } from 'node:stream/consumers';
import { getDb } from '${root}/src/lib/server/db/client.ts';
import { findRemote } from '${root}/src/lib/server/ports/payments/providers.ts';
import { findAnyPayment } from '${root}/src/lib/server/payments/rows.ts';
import { reconcileBills } from '${root}/src/lib/server/bills/reconcile.ts';
import { cancelMyOrder } from '${root}/src/lib/server/orders/change.ts';
import { refundOrder } from '${root}/src/lib/server/orders/refund.ts';
import { askNow } from '${root}/src/lib/server/paying/ask.ts';
import { startTopUp } from '${root}/src/lib/server/paying/top-up.ts';
import { byStaff } from '${root}/tests/support/context.ts';
import { accountOf, contextOf, pay } from '${root}/tests/support/orders.ts';
import { callHandler } from '${root}/tests/support/request.ts';
import { POST as notify } from '${root}/src/pages/api/pay/notify/[provider].ts';
const context = async (user) => contextOf(getDb(), await accountOf(getDb(), user));
const acts = {
  '/api/test/pay': async ({ user, trade, way, balance }) =>
    pay(getDb(), await accountOf(getDb(), user), trade, way, new Date(), balance),
  '/api/test/top-up': async ({ user, amount, way }) => startTopUp(await context(user), { amount, provider: way }),
  '/api/test/cancel': async ({ user, no }) => cancelMyOrder(await context(user), { no }),
  '/api/test/refund': ({ no }) => refundOrder(byStaff(getDb()), { no, reason: '不要了' }),
  '/api/test/ask': async ({ no }) => {
    const found = await findAnyPayment(getDb(), no);
    await askNow(getDb(), findRemote(found.provider), found, new Date(), 'test');
    return {};
  },
  '/api/test/bills': ({ at }) => reconcileBills(getDb(), new Date(at)),
};
export async function render({ url, headers, body }) {
  const sent = await text(body);
  if (url in acts) return Response.json(await acts[url](JSON.parse(sent)));
  return callHandler(notify, { path: url, params: { provider: url.split('/').at(-1) }, body: sent, headers });
}
`;

export type Act = 'pay' | 'top-up' | 'cancel' | 'refund' | 'ask' | 'bills';

/** What is asked of a house: to take money, how that stands, to take none any more, to give it back, how that stands, its bills. */
export type Work = 'order' | 'query' | 'close' | 'refund' | 'standing' | 'bill';

const wechatWork = {
  order: 'native',
  query: 'query',
  close: 'close',
  refund: 'refund',
  standing: 'query_refund',
  bill: 'bill',
} as const;
const alipayWork = { ...wechatWork, order: 'precreate', standing: 'refund.query' } as const;

/** A house of payments, whichever it is. */
export interface House {
  /** The way whose code the shop asks the house for, and that by which the browser or the phone pays. */
  ways: { coded: string; paid: string };
  /** Withholds what becomes of so many questions: before the work, or after it. */
  withhold(work: Work, kind: 'silent' | 'held', times: number): void;
  /** How often something was asked of it. */
  count(work: Work): number;
  /** The cashier's page is opened, where there is one. */
  visit(redirect: string | undefined): void;
  /** Somebody pays; false where it cannot be paid. Nothing is told. */
  take(payNo: string): boolean;
  /** It holds money of a payment of which nothing went back. */
  hasTaken(payNo: string): boolean;
  /** Tells the shop of a payment; true when it says that it heard. */
  sendNotice(payNo: string): Promise<boolean>;
  given(payNo: string): number[];
  /** The next refund is not to be done at all. */
  spoil(): void;
  /** The next refund takes its time. */
  slow(): void;
  /** One that took its time is through now. */
  settle(refundNo: string): void;
  /** Tells the shop of a refund. */
  notifyRefund(refundNo: string): Promise<unknown>;
  /** Today's bill. */
  bill(lines: readonly BillLine[]): void;
  letGo(): void;
  /** Whatever is asked is answered again. */
  restore(): void;
  close(): void;
  env: Record<string, string>;
}

export type ProviderName = 'wechat' | 'alipay';

/** Both, open; their notices go to where `target` says. */
export async function openProviders(target: () => string): Promise<Record<ProviderName, House>> {
  const deliver = async (way: string, body: string, headers: Record<string, string>) =>
    fetch(`${target()}/api/pay/notify/${way}`, { method: 'POST', body, headers });
  const wechat = await openWechatProvider(async (body, headers, way) => {
    const answer = await deliver(way, body, headers);
    return { status: answer.status, body: await answer.json() };
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const alipay = await openAlipayProvider(async (body, way) => {
    const answer = await deliver(way, body, form);
    return { status: answer.status, body: await answer.text() };
  });
  return {
    wechat: {
      ways: { coded: 'wechat', paid: 'wechat' },
      withhold: (work, kind, times) => wechat.trouble(wechatWork[work], kind, times),
      count: (work) => wechat.count(wechatWork[work]),
      visit: () => undefined,
      take: wechat.scan,
      hasTaken: (no) => wechat.orders.get(no)?.state === 'SUCCESS',
      sendNotice: async (no) => (await wechat.notifyPaid(no)).status === 200,
      given: wechat.given,
      spoil() {
        wechat.next.refund = 'ABNORMAL';
      },
      slow() {
        wechat.next.refund = 'PROCESSING';
      },
      settle(no) {
        wechat.refunds.get(no)!.status = 'SUCCESS';
      },
      notifyRefund: (no) => wechat.notifyRefund(no),
      bill(lines) {
        wechat.next.bill = wechatBillOf(lines);
      },
      letGo: () => wechat.letGo(),
      restore: wechat.restore,
      close: wechat.close,
      env: wechat.env,
    },
    alipay: {
      ways: { coded: 'alipay_qr', paid: 'alipay' },
      withhold: (work, kind, times) => alipay.trouble(alipayWork[work], kind, times),
      count: (work) => alipay.count(alipayWork[work], ''),
      visit: (redirect) => void alipay.visit(redirect),
      take: alipay.take,
      hasTaken: alipay.hasMoney,
      sendNotice: async (no) => (await alipay.sendNotice(no)).body === 'success',
      given: alipay.given,
      spoil() {
        alipay.next.isPoor = true;
      },
      slow() {
        alipay.next.isSlow = true;
      },
      settle(no) {
        alipay.refunds.get(no)!.isThrough = true;
      },
      notifyRefund: (no) => alipay.notifyRefund(no),
      bill(lines) {
        alipay.next.bill = alipayBillOf(lines);
      },
      letGo: () => alipay.letGo(),
      restore: alipay.restore,
      close: alipay.close,
      env: alipay.env,
    },
  };
}

/** A folder for the shop's processes, which share `url`'s database and the clock. */
export function openKilledShop(url: string) {
  const folder = makeProject(app);
  const clock = path.join(folder, 'clock');
  const running = new Set<ServerProcess>();
  let started = 0;
  const preload = pathToFileURL(path.join(root, 'tests/slow/model/clock-preload.ts')).href;
  return {
    /** Starts a process whose clock is so far ahead, ms. */
    async start(ahead: number, env: Record<string, string>): Promise<ServerProcess> {
      writeFileSync(clock, String(ahead));
      const own = {
        MODEL_CLOCK: clock,
        CLOCK: 'own',
        NODE_OPTIONS: `--import=${preload}`,
        AUTH_SECRET: 'x'.repeat(32),
        LIMIT_SCALE: '100',
        // What the first one compiled the others need not.
        NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
        // Two processes keep no folder together.
        DATA_DIR: path.join(folder, `data-${++started}`),
      };
      const server = await startReady(folder, { DATABASE_URL: url, DEMO: '1', ...env, ...own }, 240_000);
      running.add(server);
      return server;
    },
    /** Asks a process; null when it went before it answered. */
    ask: async (
      server: ServerProcess,
      act: Act,
      body: object,
    ): Promise<{ pay_no: string; redirect?: string } | null> =>
      fetch(`${server.url}/api/test/${act}`, { method: 'POST', body: JSON.stringify(body) }).then(
        (answer) => answer.json(),
        () => null,
      ),
    /** kill -9 of all of them. */
    async kill(): Promise<void> {
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all([...running].map(({ ended }) => ended));
      running.clear();
    },
    async close(): Promise<void> {
      await this.kill();
      rmSync(path.dirname(folder), { recursive: true, force: true });
    },
  };
}
