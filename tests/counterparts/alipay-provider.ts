/**
 * A counterpart of 支付宝 (OpenAPI gateway, RSA2): a real HTTP server that checks the signature of every request over its
 * sorted values, keeps books of trades and refunds, signs its answers' bytes, and sends signed notices. Its line can break.
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';

/**
 * cut: before the question arrives. lost: after the work was done. silent: nothing is done, nothing answered. held: the
 * work is done, the answer waits for `letGo`. forged: signed by somebody else. down: as they say it. says: put over the answer,
 * and signed as it should be.
 */
export type AlipayTrouble =
  | 'cut'
  | 'lost'
  | 'silent'
  | 'held'
  | 'forged'
  | 'down'
  | 'broken'
  | { says: object };
export type AlipayAct = 'precreate' | 'query' | 'close' | 'refund' | 'refund.query' | 'bill';

interface Trade {
  no: string;
  amount: number;
  until: string;
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED';
  tradeNo: string;
}

interface Refund {
  no: string;
  tradeNo: string;
  amount: number;
  isThrough: boolean;
}

type Values = Record<string, string>;

function newKeys() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function signText(text: string, key: string): string {
  return sign('sha256', Buffer.from(text), key).toString('base64');
}

const sorted = (values: Values, without: readonly string[]) =>
  Object.keys(values)
    .filter((name) => !without.includes(name))
    .sort()
    .map((name) => `${name}=${values[name]}`)
    .join('&');

const shanghai = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Takes a notice, a form, to the shop; `way`: the last part of the address. Answers what the shop said. */
export type Deliver = (form: string, way: string) => Promise<{ status: number; body: string }>;

export async function openAlipayProvider(deliver: Deliver) {
  const [theirs, ours, others] = [newKeys(), newKeys(), newKeys()];
  const codes = new Map<string, Trade>();
  const trades = new Map<string, Trade>();
  const refunds = new Map<string, Refund>();
  /** Trades whose money is not there to be given back. */
  const poor = new Set<string>();
  const troubles: { act: AlipayAct; kind: AlipayTrouble; left: number }[] = [];
  const asked: { act: string; content: Values }[] = [];
  const held: (() => void)[] = [];
  const seen = { forged: 0 };
  /** What becomes of the next refund: it takes its time, or the account has not enough for it, then and later; today's bills. */
  const next = { isSlow: false, isPoor: false, bill: null as Buffer | null, account: null as Buffer | null };
  let counted = 0;

  function isOurs(values: Values): boolean {
    const now = Date.now() + 8 * 3_600_000;
    return (
      values.app_id === '2021000000000001' &&
      values.sign_type === 'RSA2' &&
      values.charset === 'utf-8' &&
      Math.abs(Date.parse(`${values.timestamp?.replace(' ', 'T')}Z`) - now) < 15 * 60_000 &&
      verify(
        'sha256',
        Buffer.from(sorted(values, ['sign'])),
        ours.publicKey,
        Buffer.from(values.sign ?? '', 'base64'),
      )
    );
  }

  const good = (body: object) => ({ code: '10000', msg: 'Success', ...body });
  const bad = (sub_code: string, sub_msg = sub_code) => ({
    code: '40004',
    msg: 'Business Failed',
    sub_code,
    sub_msg,
  });

  function tradeOf(content: Values): Trade {
    return {
      no: content.out_trade_no ?? '',
      amount: parseYuan(content.total_amount ?? ''),
      until: content.time_expire ?? '',
      status: 'WAIT_BUYER_PAY',
      tradeNo: '',
    };
  }

  /** What went back of a trade, fen. */
  const backOf = ({ tradeNo }: Trade): number =>
    [...refunds.values()]
      .filter((one) => one.tradeNo === tradeNo)
      .reduce((sum, { amount }) => sum + amount, 0);

  function findTrade({ out_trade_no, trade_no }: Values): Trade | undefined {
    return [...trades.values()].find(
      (one) => one.no === out_trade_no || (trade_no && one.tradeNo === trade_no),
    );
  }

  function work(act: string, content: Values): object {
    if (act === 'precreate') {
      const before = trades.get(content.out_trade_no ?? '');
      if (before?.status === 'TRADE_SUCCESS') return bad('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
      if (before?.status === 'TRADE_CLOSED') return bad('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
      const trade = tradeOf(content);
      codes.set(trade.no, trade);
      return good({ out_trade_no: trade.no, qr_code: `https://qr.alipay.com/${trade.no}` });
    }
    if (act === 'bill')
      return fileOf(content.bill_type) && content.bill_date === shanghai().slice(0, 10)
        ? good({ bill_download_url: `${counterpart.origin}/bill.zip?type=${content.bill_type}` })
        : bad('isp.bill_not_exist', '账单不存在');
    const trade = findTrade(content);
    if (!trade) return bad('ACQ.TRADE_NOT_EXIST', '交易不存在');
    if (act === 'query')
      return good({
        out_trade_no: trade.no,
        trade_no: trade.tradeNo,
        trade_status: trade.status,
        total_amount: formatYuan(trade.amount),
        buyer_logon_id: '159****5620',
      });
    if (act === 'close') {
      if (trade.status !== 'WAIT_BUYER_PAY') return bad('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态不合法');
      trade.status = 'TRADE_CLOSED';
      return good({ out_trade_no: trade.no, trade_no: trade.tradeNo });
    }
    const known = refunds.get(content.out_request_no ?? '');
    if (act === 'refund.query')
      return good(
        known
          ? {
              refund_amount: formatYuan(known.amount),
              refund_status: known.isThrough ? 'REFUND_SUCCESS' : 'REFUND_PROCESSING',
            }
          : {},
      );
    if (known) return good({ fund_change: 'N', refund_fee: formatYuan(known.amount) });
    const amount = parseYuan(content.refund_amount ?? '');
    const before = backOf(trade);
    if (before + amount > trade.amount) return bad('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
    if (next.isPoor) poor.add(trade.no);
    next.isPoor = false;
    if (poor.has(trade.no)) return bad('ACQ.SELLER_BALANCE_NOT_ENOUGH', '商户余额不足');
    const isThrough = !next.isSlow;
    next.isSlow = false;
    refunds.set(content.out_request_no ?? '', {
      no: content.out_request_no ?? '',
      tradeNo: trade.tradeNo,
      amount,
      isThrough,
    });
    if (before + amount === trade.amount) trade.status = 'TRADE_CLOSED';
    return good({ fund_change: isThrough ? 'Y' : 'N', refund_fee: formatYuan(before + amount) });
  }

  function fileOf(type = ''): Buffer | null {
    return type === 'trade' ? next.bill : type === 'signcustomer' ? next.account : null;
  }

  function actOf(method: string): string {
    if (method === 'alipay.data.dataservice.bill.downloadurl.query') return 'bill';
    return method.replace(/^alipay\.trade\.(fastpay\.)?/, '');
  }

  function answer(req: IncomingMessage, res: ServerResponse, body: string): void {
    const url = new URL(req.url ?? '/', 'http://house.test');
    if (url.pathname === '/bill.zip')
      return void res.writeHead(200).end(fileOf(url.searchParams.get('type') ?? ''));
    const values = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
    const method = values.method ?? '';
    const act = actOf(method);
    const found = troubles.find((one) => one.act === act && one.left > 0);
    if (found) found.left -= 1;
    const kind = found?.kind;
    if (kind === 'cut') return void res.destroy();
    if (kind === 'silent') {
      asked.push({ act, content: JSON.parse(values.biz_content ?? '{}') });
      return;
    }
    if (kind === 'broken') return void res.writeHead(502).end('<html></html>');
    const content: Values = JSON.parse(values.biz_content ?? '{}');
    asked.push({ act, content: { ...content, notify_url: values.notify_url ?? '' } });
    const name = `${method.replaceAll('.', '_')}_response`;
    let said: object;
    if (kind === 'down')
      said = { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' };
    else if (isOurs(values)) said = work(act, content);
    else {
      seen.forged += 1;
      said = {
        code: '40002',
        msg: 'Invalid Arguments',
        sub_code: 'isv.invalid-signature',
        sub_msg: '验签出错',
      };
    }
    if (typeof kind === 'object') said = { ...said, ...kind.says };
    if (kind === 'lost') return void res.destroy();
    const text = JSON.stringify(said);
    const signature = signText(text, kind === 'forged' ? others.privateKey : theirs.privateKey);
    const say = () =>
      void res
        .writeHead(200, { 'content-type': 'text/html;charset=utf-8' })
        .end(`{"${name}":${text},"sign":"${signature}"}`);
    if (kind === 'held') held.push(say);
    else say();
  }

  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => answer(req, res, Buffer.concat(parts).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function take(trade: Trade | undefined): boolean {
    if (trade?.status !== 'WAIT_BUYER_PAY' || trade.until < shanghai()) return false;
    counted += 1;
    trade.status = 'TRADE_SUCCESS';
    trade.tradeNo ||= `2026112322001${String(counted).padStart(15, '0')}`;
    trades.set(trade.no, trade);
    return true;
  }

  interface Sending {
    signer?: string;
    provider?: string;
    /** Values that are changed after they were signed. */
    forged?: Values;
  }

  /** Sends a notice as they do: a form. `changes` are put over what it says, before it is signed. */
  async function sendNotice(payNo: string, changes: Values = {}, sending: Sending = {}) {
    const trade = trades.get(payNo)!;
    const values: Values = {
      notify_time: shanghai(),
      notify_type: 'trade_status_sync',
      notify_id: `n${Date.now()}`,
      app_id: '2021000000000001',
      seller_id: '2088000000000001',
      charset: 'utf-8',
      version: '1.0',
      out_trade_no: trade.no,
      trade_no: trade.tradeNo,
      trade_status: trade.status,
      total_amount: formatYuan(trade.amount),
      subject: '药批网订单 100% + 更多',
      ...changes,
    };
    const signature = signText(sorted(values, []), sending.signer ?? theirs.privateKey);
    const form = new URLSearchParams({ ...values, sign_type: 'RSA2', sign: signature, ...sending.forged });
    const provider = sending.provider ?? (codes.has(payNo) ? 'alipay_qr' : 'alipay');
    return deliver(form.toString(), provider);
  }

  const counterpart = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trades,
    refunds,
    asked,
    seen,
    next,
    otherKey: others.privateKey,
    env: {
      ALIPAY_APP_ID: '2021000000000001',
      ALIPAY_SELLER_ID: '2088000000000001',
      // As their tool writes it: without lines.
      ALIPAY_PRIVATE_KEY: ours.privateKey.replaceAll(/-----[^-]+-----|\n/g, ''),
      ALIPAY_PUBLIC_KEY: theirs.publicKey.replaceAll(/-----[^-]+-----|\n/g, ''),
      ALIPAY_GATEWAY: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`,
    },
    trouble: (act: AlipayAct, kind: AlipayTrouble, times = 1) =>
      void troubles.push({ act, kind, left: times }),
    restore: () => void troubles.splice(0),
    close() {
      server.closeAllConnections();
      server.close();
    },
    /** Gives the answer that was held last. */
    letGo: () => held.pop()?.(),
    count: (act: AlipayAct, no: string) =>
      asked.filter((one) => one.act === act && JSON.stringify(one.content).includes(no)).length,
    /** A browser opens the cashier and somebody logs in: there is a trade now. False for an address that is not ours. */
    visit(address: string | undefined): boolean {
      const values = Object.fromEntries(new URL(address ?? 'http://nowhere.invalid').searchParams);
      if (!isOurs(values)) return false;
      const trade = tradeOf(JSON.parse(values.biz_content ?? '{}'));
      counted += 1;
      trade.tradeNo = `2026112322001${String(counted).padStart(15, '0')}`;
      if (!trades.has(trade.no)) trades.set(trade.no, trade);
      return true;
    },
    /** Pays at the cashier, or by scanning; nothing is told yet. False where it cannot be paid. */
    take: (payNo: string) => take(trades.get(payNo) ?? codes.get(payNo)),
    sendNotice,
    /** Tells of a refund, with all that went back of its trade. `changes` are put over what it says. */
    notifyRefund(refundNo: string, changes: Values = {}, sending: Sending = {}) {
      const trade = [...trades.values()].find(({ tradeNo }) => tradeNo === refunds.get(refundNo)?.tradeNo)!;
      const about = { out_biz_no: refundNo, refund_fee: formatYuan(backOf(trade)), gmt_refund: shanghai() };
      return sendNotice(trade.no, { ...about, ...changes }, sending);
    },
    /** True from when it was paid until all of it went back. */
    hasMoney: (payNo: string) => trades.get(payNo)?.status === 'TRADE_SUCCESS',
    given(payNo: string): number[] {
      const tradeNo = trades.get(payNo)?.tradeNo;
      return [...refunds.values()]
        .filter((one) => one.tradeNo === tradeNo && one.isThrough)
        .map((one) => one.amount);
    },
  };
  return counterpart;
}
