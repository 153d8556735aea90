/**
 * The counterpart of 诺诺: a real HTTP server that checks the signature over the bytes that came, takes a serial once, and
 * fails in each way that its documents name.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import { makeTokens, type NuonuoTokens } from './nuonuo-tokens.ts';

/** What the next requests meet: nothing, a line cut before the work or after it, an error of theirs, a code instead. */
type Trouble = 'none' | 'cut' | 'lost' | 'down' | { code: string; describe: string };

interface Invoice {
  order: Record<string, unknown> & { orderNo: string; invoiceDetail: Record<string, string>[] };
  number: string;
  status: string;
  failCause: string;
  reseals: number;
}

export interface Form {
  request: Record<string, unknown> & { detail?: Record<string, string>[] };
  billId: string;
  billUuid: string;
  billStatus: string;
  billMessage: string;
  applySource: number;
  blue: string;
  redReason: string;
  orderNo: string;
  taxExcludedAmount: string;
  taxAmount: string;
  detail: Record<string, string>[];
}

export interface Nuonuo {
  env: Record<string, string>;
  taxNo: string;
  /** Methods whose signature and token were right, in order. */
  asked: string[];
  forged: number;
  /** Requests whose token is not good, after the signature was found right. */
  outdated: number;
  tokens: NuonuoTokens;
  trouble: Trouble;
  /** Troubles this many requests of a method only. */
  troubleFor: { method: string; left: number; kind: Trouble } | null;
  /** Serials whose next request to issue is not answered: `silent` leaves it undone, `held` takes it. */
  withheld: Map<string, 'silent' | 'held'>;
  /** Serials whose answer is withheld now. */
  waiting: Map<string, 'silent' | 'held'>;
  /** Answers a request of `held` that waits. */
  letGo(serial: string): void;
  /** By serial. */
  invoices: Map<string, Invoice>;
  forms: Map<string, Form>;
  /** Status of the next invoice and form. */
  next: { status: string; failCause: string; form: string };
  /** `fresh`: codes that were asked for; `scanned`: a person has scanned, which nobody has completed yet. */
  session: { login: boolean; isKnown: boolean; qr: string; fresh: number; scanned: boolean };
  credit: { total: string; used: string };
  /** Files that answers name; a kind that is missing is not named. */
  files: Partial<Record<'pdf' | 'ofd' | 'xml', string>>;
  count(method: string): number;
  close(): void;
}

const keys = { key: 'Hn000XL1', secret: 'F650000000000065F' };
const ok = (result: unknown = null) => ({ code: 'E0000', describe: '成功', result });
const no = (code: string, describe: string) => ({ code, describe, result: null });

/** Opens it for one seller. */
export async function openNuonuoProvider(taxNo = '91330106MA2AYNWD8M'): Promise<Nuonuo> {
  let nth = 0;
  const tokens = makeTokens({ ...keys, taxNo });
  const waits = new Map<string, () => void>();

  const invoiceOf = (serial: string) => {
    const found = house.invoices.get(serial);
    if (found === undefined) return no('E9500', '未查询到发票');
    const { number, status, failCause } = found;
    const isIssued = status === '2';
    const files = Object.fromEntries(
      Object.keys(house.files).map((kind) => [`${kind}Url`, `${origin}/files/${serial}.${kind}`]),
    );
    return ok([
      {
        ...{ serialNo: `S${number}`, orderNo: serial, status, statusMsg: '', failCause },
        ...(isIssued && { allElectronicInvoiceNumber: number, invoiceTime: 1_796_000_000_000, ...files }),
      },
    ]);
  };

  function blue(values: { order: Invoice['order'] }) {
    const { order } = values;
    if (house.invoices.has(order.orderNo)) return no('E9106', '订单编号不能重复');
    for (const line of order.invoiceDetail) {
      const fen = (name: string) => Math.round(Number(line[name]) * 100);
      if (fen('taxIncludedAmount') !== fen('taxExcludedAmount') + fen('tax')) return no('E9101', '金额不平');
      if (line.invoiceLineProperty === '1' && (line.num !== undefined || line.price !== undefined))
        return no('E9103', '折扣行不能有数量和单价');
    }
    const { status, failCause } = house.next;
    house.invoices.set(order.orderNo, { order, number: numberOf(), status, failCause, reseals: 0 });
    return ok({ invoiceSerialNum: `S${nth}` });
  }

  const numberOf = () => {
    nth += 1;
    return `2633${String(nth).padStart(16, '0')}`;
  };

  function red(values: Form['request']) {
    const billId = String(values.billId);
    if (house.forms.has(billId)) return no('E9106', '申请号不能重复');
    const given = [...house.invoices.values()].find(({ number }) => number === values.blueElecInvoiceNumber);
    if (given === undefined) return no('E9612', '蓝票不存在');
    const detail = values.detail ?? [];
    const seqs = detail.map(({ blueDetailIndex }) => Number(blueDetailIndex));
    if (seqs.some((seq, at) => at > 0 && seq <= (seqs[at - 1] ?? 0)))
      return no('E9614', '明细顺序与蓝票不一致');
    const whole = given.order.invoiceDetail;
    const total = (name: string, of: string) =>
      detail.length > 0
        ? detail.reduce((sum, one) => sum + Number(one[name]), 0).toFixed(2)
        : (-whole.reduce((sum, one) => sum + Number(one[of]), 0)).toFixed(2);
    house.forms.set(billId, {
      request: values,
      billId,
      billUuid: `u-${billId}`,
      billStatus: house.next.form,
      billMessage: house.next.form === '16' ? '蓝票已勾选' : '',
      applySource: 0,
      blue: String(values.blueElecInvoiceNumber),
      redReason: String(values.redReason),
      orderNo: String(values.orderNo),
      taxExcludedAmount: total('taxExcludedAmount', 'taxExcludedAmount'),
      taxAmount: total('taxAmount', 'tax'),
      detail,
    });
    return ok(billId);
  }

  /** The bureau issues the red invoice of an agreed form by itself. */
  function agree(form: Form) {
    if (!['01', '04'].includes(form.billStatus) || house.invoices.has(form.orderNo)) return;
    const order = { orderNo: form.orderNo, invoiceDetail: form.detail };
    house.invoices.set(form.orderNo, { order, number: numberOf(), status: '2', failCause: '', reseals: 0 });
  }

  const find = ({ billId, billUuid }: { billId?: string; billUuid?: string }) =>
    [...house.forms.values()].find((one) => one.billUuid === billUuid || one.billId === billId);

  function forms(values: { billId?: string; billUuid?: string; pageNo?: string; pageSize?: string }) {
    const one = find(values);
    const isNamed = values.billId !== undefined || values.billUuid !== undefined;
    const all = isNamed ? (one === undefined ? [] : [one]) : [...house.forms.values()];
    const size = Number(values.pageSize ?? 10);
    const list = all.slice((Number(values.pageNo ?? 1) - 1) * size).slice(0, size);
    for (const form of list) agree(form);
    return ok({
      total: all.length,
      list: list.map(({ blue: blueElecInvoiceNumber, request: _request, ...form }) => ({
        ...form,
        // They name it once it is there.
        orderNo: house.invoices.has(form.orderNo) ? form.orderNo : null,
        billNo: `33${form.billId}`,
        blueElecInvoiceNumber,
      })),
    });
  }

  function act(values: { billId?: string; billUuid?: string }, change: (form: Form) => string | null) {
    const form = find(values);
    if (form === undefined) return no('E9500', '未查询到确认单');
    const status = change(form);
    if (status === null) return no('E9611', '确认单的状态不允许此操作');
    form.billStatus = status;
    return ok();
  }

  const methods: Record<string, (values: never) => object> = {
    requestBillingNew: blue,
    queryInvoiceResult: ({ orderNos }: { orderNos: string[] }) => invoiceOf(orderNos[0] ?? ''),
    reInvoice({ orderno }: { orderno: string }) {
      const found = house.invoices.get(orderno);
      if (found === undefined) return no('E9500', '未查询到发票');
      found.reseals += 1;
      if (found.reseals > 20) return no('E9613', '同一流水号单日最多重试20次');
      found.status = '2';
      return ok();
    },
    getCertificationStatus({ queryType }: { queryType: string }) {
      const { session } = house;
      // 0 has the bureau tell whether the person has proven to be who they are.
      if (queryType === '0') {
        session.isKnown = session.isKnown || session.scanned;
        return ok();
      }
      if (queryType === '2') return ok({ certificationStatus: session.login ? '1' : '0' });
      return ok({ certificationStatus: session.isKnown ? '1' : '2' });
    },
    /** A scan alone logs nobody in. */
    verifyComplete() {
      if (!house.session.scanned) return no('E9999', '请先扫码');
      Object.assign(house.session, { login: true, scanned: false });
      return ok();
    },
    getQrCode({ queryType }: { queryType: string }) {
      if (queryType === '2' || queryType === '0') {
        house.session.fresh += 1;
        house.session.qr = `https://login.etax.example/qr/${house.session.fresh}`;
      }
      return ok({ qrCode: house.session.qr, endTime: secondKey(Date.now() + 5 * 60_000) });
    },
    getCreditLine: () => ok({ totalCreditLine: house.credit.total, usedCreditLine: house.credit.used }),
    saveInvoiceRedConfirm: red,
    queryInvoiceRedConfirm: forms,
    refreshInvoiceRedConfirm: () => ok(),
    confirm: (values: { billId?: string; billUuid?: string; confirmAgreement: string }) =>
      act(values, ({ billStatus }) =>
        billStatus === '03' ? (values.confirmAgreement === '1' ? '04' : '06') : null,
      ),
    confirmInfoCancel: (values: { billId?: string; billUuid?: string; identity: string }) =>
      act(values, ({ billStatus, applySource }) => {
        // Whoever raised it, and nobody else.
        if (values.identity !== String(applySource)) return null;
        return billStatus === '02' || billStatus === '03' ? '08' : billStatus === '04' ? '09' : null;
      }),
  };

  function answer(address: URL, headers: Record<string, unknown>, body: string): object {
    const of = (name: string) => address.searchParams.get(name) ?? '';
    const text = `a=services&l=v1&p=open&k=${of('appkey')}&i=${of('senid')}&n=${of('nonce')}&t=${of('timestamp')}&f=${body}`;
    const sign = createHmac('sha1', keys.secret).update(text).digest('base64');
    const isRight =
      headers['x-nuonuo-sign'] === sign &&
      of('appkey') === keys.key &&
      /^\d{8}$/.test(of('nonce')) &&
      /^[0-9a-f]{32}$/.test(of('senid'));
    if (!isRight) {
      house.forged += 1;
      return no('070601', '签名不匹配');
    }
    const owner = tokens.taxNoOf(String(headers.accesstoken));
    if (owner === null) {
      house.outdated += 1;
      return no('070301', 'accessToken不匹配');
    }
    if (owner !== headers.usertax) return no('070401', '调用用户身份不匹配');
    const method = String(headers.method).replace('nuonuo.OpeMplatform.', '');
    house.asked.push(method);
    return methods[method]?.(JSON.parse(body) as never) ?? no('E9998', `没有接口${method}`);
  }

  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    const address = new URL(req.url ?? '/', 'http://nuonuo.test');
    const file = /^\/files\/\w+\.(pdf|ofd|xml)$/.exec(address.pathname)?.[1] as 'pdf' | undefined;
    if (file !== undefined) {
      const text = house.files[file];
      return void res.writeHead(text === undefined ? 404 : 200).end(text);
    }
    if (address.pathname === '/authorize') {
      const page = agreementPage(address.searchParams);
      return void res.writeHead(page === null ? 400 : 200, { 'content-type': 'text/html' }).end(page);
    }
    if (address.pathname === '/accessToken') {
      if (tokens.trouble === 'down') return void res.writeHead(502).end();
      const said = tokens.answer(
        String(req.headers['content-type']),
        new URLSearchParams(Buffer.concat(parts).toString()),
      );
      await tokens.open;
      // Without an answer the connection stays open.
      return said === null ? undefined : void res.end(JSON.stringify(said));
    }
    const kind = troubleOf(String(req.headers.method));
    if (kind === 'cut') return void res.destroy();
    if (kind === 'down') return void res.writeHead(502).end('<html>Bad Gateway</html>');
    const body = Buffer.concat(parts).toString();
    const [serial, how] = withheldOf(body);
    if (how === 'silent') return;
    const said = typeof kind === 'object' ? { ...kind, result: null } : answer(address, req.headers, body);
    if (kind === 'lost') return void res.destroy();
    if (how === 'held') await new Promise<void>((go) => waits.set(serial, go));
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });

  /** The page on which the merchant of the counterpart's tax number agrees; null for an address that is not theirs. */
  function agreementPage(query: URLSearchParams): string | null {
    const redirect = URL.parse(query.get('redirect_uri') ?? '');
    const isAsked = query.get('appKey') === keys.key && query.get('response_type') === 'code';
    if (redirect === null || !isAsked) return null;
    redirect.searchParams.set('code', tokens.agree(taxNo));
    redirect.searchParams.set('taxnum', taxNo);
    redirect.searchParams.set('state', query.get('state') ?? '');
    return `<!doctype html><meta charset="utf-8"><a href="${redirect.href.replaceAll('&', '&amp;')}">同意授权</a>`;
  }

  function troubleOf(method: string): Trouble {
    const one = house.troubleFor;
    if (one === null || !method.endsWith(`.${one.method}`) || one.left <= 0) return house.trouble;
    one.left -= 1;
    return one.kind;
  }

  function withheldOf(body: string): [serial: string, how?: 'silent' | 'held'] {
    const serial = /^\{"order":\{"orderNo":"(\w+)"/.exec(body)?.[1] ?? '';
    const how = house.withheld.get(serial);
    if (how === undefined) return [serial];
    house.withheld.delete(serial);
    house.waiting.set(serial, how);
    return [serial, how];
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const house: Nuonuo = {
    env: {
      NUONUO_KEY: keys.key,
      NUONUO_SECRET: keys.secret,
      NUONUO_TAX_NO: taxNo,
      NUONUO_OAUTH_URL: origin,
      NUONUO_ENDPOINT: `${origin}/open/v1/services`,
    },
    taxNo,
    asked: [],
    forged: 0,
    outdated: 0,
    tokens,
    trouble: 'none',
    troubleFor: null,
    withheld: new Map(),
    waiting: new Map(),
    letGo: (serial) => waits.get(serial)?.(),
    invoices: new Map(),
    forms: new Map(),
    next: { status: '2', failCause: '', form: '01' },
    session: { login: true, isKnown: true, qr: '', fresh: 0, scanned: false },
    credit: { total: '1000000.00', used: '250000.00' },
    files: { pdf: '%PDF-1.7 demo', ofd: 'PK\u0003\u0004ofd', xml: '<?xml version="1.0"?><Invoice/>' },
    count: (method) => house.asked.filter((one) => one === method).length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return house;
}
