/**
 * A counterpart of 微信支付 (APIv3): a real HTTP server that checks the signature of every request over the bytes that came,
 * keeps books of orders and refunds, signs its answers, and sends notices sealed with the APIv3 key. Its line can break.
 */
import { createCipheriv, createHash, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { openOauth } from './wechat-oauth.ts';

/**
 * cut: before the question arrives. lost: after the work was done. silent: nothing is done, nothing answered. held: the
 * work is done, the answer waits for `letGo`. forged: signed by somebody else. down: 500 as they say it. says: put over the
 * answer, and signed as it should be.
 */
export type WechatTrouble =
  | 'cut'
  | 'lost'
  | 'silent'
  | 'held'
  | 'forged'
  | 'stale'
  | 'down'
  | { says: object };
export type WechatAct = 'native' | 'jsapi' | 'query' | 'close' | 'refund' | 'query_refund' | 'bill';

interface Order {
  no: string;
  total: number;
  until: string;
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED';
  transactionId: string;
  paidAt: string;
  /** Last part of its notify_url. */
  way: string;
  /** Of whom it can be paid alone (JSAPI); empty: by whoever scans its code. */
  openid: string;
}

interface Refund {
  no: string;
  orderNo: string;
  refund: number;
  status: 'SUCCESS' | 'PROCESSING' | 'CLOSED' | 'ABNORMAL';
  at: string;
  way: string;
}

const appId = 'wx0123456789abcdef';
const keyId = 'PUB_KEY_ID_0119000000012026';
const serial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
const pem = { publicKeyEncoding: { type: 'spki', format: 'pem' } as const };

function newKeys() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    ...pem,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/**
 * Takes a notice to the shop: what was sealed, its signature's headers, and the last part of the address that the order or
 * refund named; answers what the shop said.
 */
export type Deliver = (
  body: string,
  headers: Record<string, string>,
  way: string,
) => Promise<{ status: number; body: { code: string; message: string } }>;

export async function openWechatProvider(deliver: Deliver) {
  const [theirs, ours, others] = [newKeys(), newKeys(), newKeys()];
  const apiKey = randomBytes(16).toString('hex');
  const appSecret = randomBytes(16).toString('hex');
  const oauth = openOauth({ appId, appSecret });
  const orders = new Map<string, Order>();
  const refunds = new Map<string, Refund>();
  const troubles: { act: WechatAct; kind: WechatTrouble; left: number }[] = [];
  const asked: { act: WechatAct; target: string; body: string }[] = [];
  const held: (() => void)[] = [];
  const seen = { forged: 0, notified: 0 };
  /** What the next refund becomes; today's bill, and a digest that is said instead of its own. */
  const next: {
    refund: Refund['status'];
    bill: string | null;
    digest: string | null;
    /** Today's bills of the merchant's accounts, by BASIC, OPERATION and FEES. */
    accounts: Record<string, string>;
  } = {
    refund: 'SUCCESS',
    bill: null,
    digest: null,
    accounts: {},
  };
  let counted = 0;

  function isOurs(req: IncomingMessage, body: string): boolean {
    const said = Object.fromEntries(
      [...String(req.headers.authorization).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const lines = [req.method, req.url, said.timestamp, said.nonce_str, body]
      .map((line) => `${line}\n`)
      .join('');
    return (
      String(req.headers.authorization).startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
      said.serial_no === serial &&
      said.mchid === '1900000001' &&
      Math.abs(Date.now() / 1000 - Number(said.timestamp)) < 300 &&
      verify('sha256', Buffer.from(lines), ours.publicKey, Buffer.from(said.signature ?? '', 'base64'))
    );
  }

  function signed(body: string, key = theirs.privateKey, at = Date.now()): Record<string, string> {
    const nonce = randomBytes(16).toString('hex');
    const timestamp = String(Math.floor(at / 1000));
    const text = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`);
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': keyId,
      'wechatpay-signature': sign('sha256', text, key).toString('base64'),
    };
  }

  const shanghai = () => `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
  const wireOf = (order: Order) => ({
    appid: appId,
    mchid: '1900000001',
    ...(order.openid !== '' && order.paidAt !== '' && { payer: { openid: order.openid } }),
    out_trade_no: order.no,
    trade_state: order.state,
    trade_state_desc: '',
    ...(order.transactionId !== '' && {
      transaction_id: order.transactionId,
      success_time: order.paidAt,
      amount: { total: order.total, payer_total: order.total, currency: 'CNY', payer_currency: 'CNY' },
    }),
  });
  const refundWire = (one: Refund) => ({
    refund_id: `503${one.no}`,
    out_refund_no: one.no,
    out_trade_no: one.orderNo,
    status: one.status,
    amount: { total: orders.get(one.orderNo)?.total, refund: one.refund, currency: 'CNY' },
  });
  const no = (code: string, message = code) => ({
    status: code.endsWith('NOT_EXIST') || code.endsWith('NOT_EXISTS') ? 404 : 400,
    body: { code, message },
  });

  const wayOf = ({ notify_url: address }: { notify_url: string }) => address.split('/').at(-1) ?? '';

  type Answer = { status: number; body?: object | string };

  function work(act: WechatAct, url: URL, body: string): Answer {
    const given = body === '' ? {} : JSON.parse(body);
    const named = decodeURIComponent(url.pathname.split('/').at(act === 'close' ? -2 : -1) ?? '');
    if (act === 'native' || act === 'jsapi') {
      const openid: string = act === 'jsapi' ? (given.payer?.openid ?? '') : '';
      if (act === 'jsapi' && !/^o[\w-]{20,}$/.test(openid)) return no('PARAM_ERROR', '无效的openid');
      const said = (named: string): Answer => ({
        status: 200,
        body:
          act === 'native'
            ? { code_url: `weixin://wxpay/bizpayurl?pr=${named}` }
            : { prepay_id: `wx${named}` },
      });
      const before = orders.get(given.out_trade_no);
      if (before?.state === 'CLOSED') return no('ORDER_CLOSED', '订单已关闭');
      if (before && before.state !== 'NOTPAY') return no('ORDERPAID', '该订单已支付');
      // The same order again is answered with its code; another one under its number is not.
      if (
        before &&
        before.total === given.amount.total &&
        before.until === given.time_expire &&
        before.openid === openid
      )
        return said(before.no);
      if (before) return no('OUT_TRADE_NO_USED', '商户订单号重复');
      const order: Order = {
        no: given.out_trade_no,
        total: given.amount.total,
        until: given.time_expire,
        state: 'NOTPAY',
        transactionId: '',
        paidAt: '',
        way: wayOf(given),
        openid,
      };
      orders.set(order.no, order);
      return said(order.no);
    }
    if (act === 'query' || act === 'close') {
      const order = orders.get(named);
      if (!order) return no('ORDER_NOT_EXIST', '订单不存在');
      if (act === 'query') return { status: 200, body: wireOf(order) };
      if (order.state === 'SUCCESS' || order.state === 'REFUND') return no('ORDERPAID', '订单已支付');
      order.state = 'CLOSED';
      return { status: 204 };
    }
    if (act === 'refund') {
      const known = refunds.get(given.out_refund_no);
      if (known) return { status: 200, body: refundWire(known) };
      const order = [...orders.values()].find((one) => one.transactionId === given.transaction_id);
      if (!order || order.transactionId === '') return no('RESOURCE_NOT_EXISTS', '订单不存在');
      if (given.amount.total !== order.total) return no('INVALID_REQUEST', '订单金额不一致');
      const before = [...refunds.values()]
        .filter((one) => one.orderNo === order.no && one.status !== 'CLOSED')
        .reduce((sum, one) => sum + one.refund, 0);
      if (before + given.amount.refund > order.total) return no('NOT_ENOUGH', '可退金额不足');
      const made: Refund = {
        no: given.out_refund_no,
        orderNo: order.no,
        refund: given.amount.refund,
        status: next.refund,
        at: shanghai(),
        way: wayOf(given),
      };
      next.refund = 'SUCCESS';
      refunds.set(made.no, made);
      if (made.status !== 'CLOSED') order.state = 'REFUND';
      return { status: 200, body: refundWire(made) };
    }
    if (act === 'query_refund') {
      const one = refunds.get(named);
      return one ? { status: 200, body: refundWire(one) } : no('RESOURCE_NOT_EXISTS', '退款单不存在');
    }
    if (url.pathname === '/v3/bill/tradebill' || url.pathname === '/v3/bill/fundflowbill') {
      const account = url.searchParams.get('account_type') ?? '';
      const file = account === '' ? next.bill : (next.accounts[account] ?? null);
      const isPacked = url.searchParams.get('tar_type') === 'GZIP';
      const isToday = url.searchParams.get('bill_date') === shanghai().slice(0, 10);
      if (file === null || !isToday || !isPacked) return no('NO_STATEMENT_EXIST', '账单文件不存在');
      // Of what is packed, not of the package.
      const hash = next.digest ?? createHash('sha1').update(file).digest('hex');
      return {
        status: 200,
        body: {
          hash_type: 'SHA1',
          hash_value: hash,
          download_url: `${counterpart.origin}/v3/billdownload/file?token=${account}`,
        },
      };
    }
    return no('RESOURCE_NOT_EXISTS', '没有这个地址');
  }

  function actOf(req: IncomingMessage, url: URL): WechatAct {
    if (url.pathname.endsWith('/native')) return 'native';
    if (url.pathname.endsWith('/jsapi')) return 'jsapi';
    if (url.pathname.endsWith('/close')) return 'close';
    if (url.pathname.startsWith('/v3/refund')) return req.method === 'POST' ? 'refund' : 'query_refund';
    return url.pathname.startsWith('/v3/bill') ? 'bill' : 'query';
  }

  function answer(req: IncomingMessage, res: ServerResponse, body: string): void {
    const url = new URL(req.url ?? '/', 'http://house.test');
    const known = oauth.answer(url, String(req.headers['user-agent']));
    if (known !== null)
      return void res
        .writeHead(known.status, known.location === undefined ? {} : { location: known.location })
        .end(known.body);
    const act = actOf(req, url);
    asked.push({ act, target: req.url ?? '', body });
    if (!isOurs(req, body)) {
      seen.forged += 1;
      return void res.writeHead(401).end(JSON.stringify({ code: 'SIGN_ERROR', message: '签名错误' }));
    }
    const found = troubles.find((one) => one.act === act && one.left > 0);
    if (found) found.left -= 1;
    const kind = found?.kind;
    if (kind === 'silent') return;
    if (kind === 'cut') return void res.destroy();
    if (kind === 'down')
      return void res.writeHead(500).end(JSON.stringify({ code: 'SYSTEM_ERROR', message: '系统繁忙' }));
    // A file is packed and carries no signature: its digest was told before.
    if (url.pathname === '/v3/billdownload/file')
      return void res
        .writeHead(200)
        .end(gzipSync(next.accounts[url.searchParams.get('token') ?? ''] ?? next.bill ?? ''));
    const said = work(act, url, body);
    if (typeof kind === 'object') said.body = { ...Object(said.body), ...kind.says };
    if (kind === 'lost') return void res.destroy();
    const text =
      said.body === undefined ? '' : typeof said.body === 'string' ? said.body : JSON.stringify(said.body);
    const key = kind === 'forged' ? others.privateKey : theirs.privateKey;
    const at = kind === 'stale' ? Date.now() - 600_000 : Date.now();
    const say = () => void res.writeHead(said.status, signed(text, key, at)).end(text);
    if (kind === 'held') held.push(say);
    else say();
  }

  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => answer(req, res, Buffer.concat(parts).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function seal(plain: string, key = apiKey) {
    const nonce = randomBytes(6).toString('hex');
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce));
    cipher.setAAD(Buffer.from('transaction'));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      associated_data: 'transaction',
      nonce,
    };
  }

  interface Sending {
    event?: string;
    key?: string;
    signer?: string;
    at?: number;
    change?: (body: string) => string;
    headers?: Record<string, string>;
  }

  /** Sends a notice as they do; what is told changes it on its way. */
  async function sendNotice(
    resource: object,
    way = 'wechat',
    sending: Sending = {},
  ): Promise<{ status: number; body: { code: string; message: string } }> {
    seen.notified += 1;
    const body = JSON.stringify({
      id: randomBytes(8).toString('hex'),
      create_time: shanghai(),
      event_type: sending.event ?? 'TRANSACTION.SUCCESS',
      resource_type: 'encrypt-resource',
      resource: seal(JSON.stringify(resource), sending.key),
      summary: '支付成功',
    });
    const headers = { ...signed(body, sending.signer ?? theirs.privateKey, sending.at), ...sending.headers };
    return deliver(sending.change?.(body) ?? body, headers, way);
  }

  function book(order: Order): void {
    counted += 1;
    order.state = 'SUCCESS';
    order.transactionId = `4200${Date.now()}${String(counted).padStart(11, '0')}`;
    order.paidAt = shanghai();
  }

  const counterpart = {
    origin,
    orders,
    refunds,
    asked,
    seen,
    next,
    otherKey: others.privateKey,
    env: {
      WECHAT_PAY_MERCHANT_ID: '1900000001',
      WECHAT_PAY_APP_ID: appId,
      WECHAT_PAY_APP_SECRET: appSecret,
      WECHAT_PAY_SERIAL: serial,
      WECHAT_PAY_PRIVATE_KEY: ours.privateKey,
      WECHAT_PAY_API_KEY: apiKey,
      WECHAT_PAY_PUBLIC_KEY_ID: keyId,
      WECHAT_PAY_PUBLIC_KEY: theirs.publicKey,
      WECHAT_PAY_ENDPOINT: origin,
      WECHAT_OPEN_URL: origin,
      WECHAT_API_URL: origin,
    },
    trouble: (act: WechatAct, kind: WechatTrouble, times = 1) =>
      void troubles.push({ act, kind, left: times }),
    close() {
      server.closeAllConnections();
      server.close();
    },
    /** Gives the answer that was held last. */
    letGo: () => held.pop()?.(),
    /** All is well again. */
    restore: () => void troubles.splice(0),
    count: (act: WechatAct, part = '') =>
      asked.filter((one) => one.act === act && (one.target + one.body).includes(part)).length,
    /** A phone pays what it scanned; nothing is told yet. False where it cannot be paid. */
    scan(payNo: string): boolean {
      const order = orders.get(payNo);
      if (order?.state !== 'NOTPAY' || order.openid !== '') return false;
      book(order);
      return true;
    },
    /**
     * What WeChat's browser does with getBrandWCPayRequest: checks who signed it, and lets the person whose order it is pay.
     * Answers what the bridge says; nothing is told yet.
     */
    sheet(values: Record<string, string>, openid = oauth.openid): string {
      const { appId: app, timeStamp, nonceStr, package: packed = '', signType, paySign = '' } = values;
      const lines = [app, timeStamp, nonceStr, packed].map((line) => `${line}\n`).join('');
      const isOurs = verify('sha256', Buffer.from(lines), ours.publicKey, Buffer.from(paySign, 'base64'));
      const order = orders.get(packed.replace(/^prepay_id=wx/, ''));
      const isSound = isOurs && signType === 'RSA' && app === appId;
      if (!isSound || order?.state !== 'NOTPAY' || order.openid !== openid)
        return 'get_brand_wcpay_request:fail';
      book(order);
      return 'get_brand_wcpay_request:ok';
    },
    oauth,
    /** Tells of a payment. `changes` are put over what it says. */
    notifyPaid: (payNo: string, changes: object = {}, sending: Sending = {}) =>
      sendNotice({ ...wireOf(orders.get(payNo)!), ...changes }, orders.get(payNo)!.way, sending),
    /** Tells of a refund. `changes` are put over what it says. */
    notifyRefund(refundNo: string, changes: object = {}, sending: Sending = {}) {
      const { orderNo = '', refund = 0, at = '', way } = refunds.get(refundNo) ?? {};
      const { total = 0, transactionId = '' } = orders.get(orderNo) ?? {};
      const said = {
        mchid: '1900000001',
        out_trade_no: orderNo,
        transaction_id: transactionId,
        out_refund_no: refundNo,
        refund_id: `503${refundNo}`,
        refund_status: 'SUCCESS',
        success_time: at,
        amount: { total, refund, payer_total: total, payer_refund: refund },
        ...changes,
      };
      return sendNotice(said, way, { event: 'REFUND.SUCCESS', ...sending });
    },
    /** What was given back of a payment, fen. */
    given: (payNo: string) =>
      [...refunds.values()]
        .filter((one) => one.orderNo === payNo && one.status === 'SUCCESS')
        .map((one) => one.refund),
  };
  return counterpart;
}
