// @vitest-environment happy-dom
/** What a payment's pages say while money is waited for: a code and what scans it, a transfer and why it was refused. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { LinkedPay } from '#islands/pay/LinkedPay.tsx';
import { PayResult } from '#islands/pay/PayResult.tsx';
import { ScanPay } from '#islands/pay/ScanPay.tsx';
import { TopUpState } from '#islands/wallet/TopUpState.tsx';
import type { PayStatus, PayTransfer } from '#lib/contract/payments/calls.ts';
import type { LinkedTrade } from '#lib/contract/payments/links.ts';
import type { TopUp } from '#lib/contract/wallet/top-up.ts';
import { clearDocument, draw, named } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

shopServer();
domPage();
afterEach(clearDocument);

const qr = { size: 21, path: 'M0 0h1v1h-1z' };
const now = '2026-11-26T05:00:00.000Z';
const later = '2026-11-26T05:30:00.000Z';

function payment(name: string, change: Partial<PayStatus> = {}): PayStatus {
  return {
    pay_no: 'P1',
    status: 'pending',
    status_text: '待支付',
    provider: 'alipay_qr',
    provider_text: name,
    amount: '108.00',
    parts: [{ provider_text: name, amount: '108.00' }],
    reason: '',
    qr,
    qr_until: later,
    asked_at: now,
    transfer: null,
    trades: [
      {
        trade_no: 'T1',
        amount: '108.00',
        status: 'unpaid',
        orders: [
          {
            no: 'D1',
            status: 10,
            status_text: '待付款',
            merchant: '衡川自营',
            pay_amount: '108.00',
            ship_by: '',
          },
        ],
      },
    ],
    ...change,
  };
}

const titleOf = (place: ParentNode, level: 'h1' | 'h2') => place.querySelector(level)?.textContent?.trim();

test.each([
  ['微信支付', '微信支付扫码'],
  ['支付宝扫码', '支付宝扫码'],
])('a code of %s is headed %s', async (name, title) => {
  const place = await draw(<ScanPay initial={payment(name)} onOther={() => undefined} />);
  expect(titleOf(place, 'h2')).toBe(title);
});

test('beside the balance the code is of the rest, by the other way alone', async () => {
  const parts = [
    { provider_text: '余额支付', amount: '8.00' },
    { provider_text: '微信支付', amount: '100.00' },
  ];
  const mixed = payment('余额支付、微信支付', { parts });
  const place = await draw(<ScanPay initial={mixed} onOther={() => undefined} />);
  expect(titleOf(place, 'h2')).toBe('微信支付扫码');
  expect(place.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe('微信支付付款二维码');
  expect(place.textContent).toContain('¥100.00');
  expect(place.textContent).toContain('共¥108.00：余额支付 ¥8.00 + 微信支付 ¥100.00');
});

test('whoever pays by a link is told what to scan with, and at the end that the page can be closed', async () => {
  // The document of the test has none; nothing is told here.
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const trade: LinkedTrade = {
    state: 'open',
    asked_at: now,
    company: '康泽源大药房',
    receipt: null,
    merchants: ['衡川自营'],
    amount: '108.00',
    until: later,
    methods: [],
    waiting: { provider_text: '支付宝扫码', qr, qr_until: later },
  };
  const place = await draw(<LinkedPay token="t" initial={trade} />);
  expect(place.textContent).toContain('请用支付宝扫码，付款后本页自动更新');
  const over = await draw(
    <LinkedPay
      token="t"
      initial={{ ...trade, state: 'paid', waiting: null, merchants: [], amount: '0.00' }}
    />,
  );
  expect(titleOf(over, 'h1')).toBe('订单已付清');
  expect(over.textContent).toContain('可以关闭本页');
});

const topUp: TopUp = {
  pay_no: 'P2',
  status: 'pending',
  status_text: '待支付',
  is_open: 1,
  provider: 'alipay_qr',
  provider_text: '支付宝扫码',
  amount: '200.00',
  reason: '',
  created_at: now,
  paid_at: null,
  qr,
};

test('a top-up with a code asks for the phone; without one it waits, and can be gone on with', async () => {
  const shown = await draw(<TopUpState initial={topUp} />);
  expect(titleOf(shown, 'h1')).toBe('请扫码付款');
  expect(shown.textContent).toContain('请用支付宝扫码，付款后本页自动更新');
  expect(shown.querySelector('button')).toBeNull();
  expect(named(shown, '换一种方式充值').getAttribute('href')).toBe('/wdqb/cz');
  const away = await draw(<TopUpState initial={{ ...topUp, qr: null }} />);
  expect(titleOf(away, 'h1')).toBe('正在确认充值结果');
  named(away, '继续付款');
});

function transfer(change: Partial<PayTransfer>): PayStatus {
  const own: PayTransfer = {
    account: { holder: '示例公司', no: '62220000', bank: '示例银行', code: '' },
    reference: 'P1',
    state: 'waiting',
    state_text: '',
    reason: '',
    file: null,
    received: '0.00',
    lacks: '108.00',
    until: later,
    may_upload: 1,
    ...change,
  };
  return payment('对公转账', { qr: null, qr_until: '', transfer: own });
}

const heads = (place: ParentNode) => (place.textContent ?? '').split('收款户名')[0];

test('a transfer waits for its voucher: that is the button that stands out', async () => {
  const place = await draw(<PayResult initial={transfer({})} />);
  expect(titleOf(place, 'h1')).toBe('请转账并上传凭证');
  expect(named(place, '上传凭证').className).toMatch(/\bbtn\b/);
  // Its number stands once, as what is to be written on the transfer.
  expect(place.textContent).not.toContain('支付单号');
  expect(place.textContent).not.toContain('刷新结果');
});

test('a refused voucher: why stands above everything else', async () => {
  const place = await draw(<PayResult initial={transfer({ state: 'refused', reason: '回单看不清' })} />);
  expect(heads(place)).toContain('驳回原因：回单看不清');
  named(place, '重新上传凭证');
});

test('too little came: what is missing is the amount that is asked for', async () => {
  const short = { state: 'short', reason: '已到账¥1.00，还差¥107.00', lacks: '107.00' } as const;
  const place = await draw(<PayResult initial={transfer(short)} />);
  expect(heads(place)).toMatch(/还差\s*¥107\.00/);
});
