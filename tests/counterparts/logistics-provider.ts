/**
 * Counterparts of 快递100 and 快递鸟: a real HTTP server that checks keys and signatures as its house documents them, from
 * the bytes that came, and pushes with a signature of its own.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the next requests meet: nothing, a line that is cut, before the work or after it, an error, a refusal. */
type ProviderTrouble = 'none' | 'cut' | 'lost' | 'down' | 'refused';

/** A line of a parcel's way: Shanghai's moment, words, the house's code. */
export type Step = [at: string, text: string, code: string];

interface Asked {
  act: 'subscribe' | 'query';
  type: string;
  code: string;
  trackingNo: string;
  phone: string;
  callback: string;
}

export interface LogisticsProvider {
  origin: string;
  env: Record<string, string>;
  /** Requests whose key and signature were right. */
  asked: Asked[];
  forged: number;
  trouble: ProviderTrouble;
  /** What is known of parcels, by number, the oldest first. */
  ways: Map<string, Step[]>;
  /** Parcels that are followed: the house's word for the carrier, by number. */
  followed: Map<string, string>;
  /** Pushes what is known of a parcel; `change` what is wrong with it. */
  push(trackingNo: string, change?: PushChange): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): void;
}

interface PushChange {
  steps?: Step[];
  code?: string;
  /** The code that we told it, where it found another. */
  comOld?: string;
  /** Signed with another secret. */
  secret?: string;
  /** Changed after it was signed. */
  tamper?: (text: string) => string;
  /** Another account's. */
  id?: string;
  /** The text itself, in place of a parcel's. */
  text?: string;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

interface Said {
  status?: number;
  body: object;
}

const keys = { key: 'kuaidi-key', customer: 'KUAIDICUSTOMER', salt: 'salt-of-the-shop' };
const birdKeys = { id: '1257227', key: 'bird-key' };

interface Face {
  env(origin: string): Record<string, string>;
  read(path: string, form: URLSearchParams): Asked | null;
  subscribed(isTwice: boolean): object;
  way(asked: Asked, steps: Step[]): object;
  refused: object;
  forged: object;
  pushed(counterpart: LogisticsProvider, trackingNo: string, change: PushChange): string;
}

/** As 快递100 shows a parcel: the newest line first. */
function lastResult(code: string, trackingNo: string, steps: Step[]) {
  const data = steps
    .map(([at, context, statusCode]) => ({ time: at, ftime: at, context, statusCode }))
    .toReversed();
  const state = (data[0]?.statusCode ?? '0').slice(0, 1);
  return {
    message: 'ok',
    nu: trackingNo,
    com: code,
    ischeck: '0',
    status: '200',
    condition: 'F00',
    state,
    data,
  };
}

const kuaidi100: Face = {
  env: (origin) => ({
    KUAIDI100_KEY: keys.key,
    KUAIDI100_CUSTOMER: keys.customer,
    KUAIDI100_SALT: keys.salt,
    KUAIDI100_ENDPOINT: origin,
  }),
  read(path, form) {
    const text = form.get('param') ?? '';
    const param = JSON.parse(text);
    if (path === '/poll') {
      if (param.key !== keys.key || form.get('schema') !== 'json' || param.parameters.salt !== keys.salt)
        return null;
      const { callbackurl: callback, phone = '' } = param.parameters;
      return {
        act: 'subscribe',
        type: 'poll',
        code: param.company,
        trackingNo: param.number,
        phone,
        callback,
      };
    }
    if (path !== '/poll/query.do' || form.get('customer') !== keys.customer) return null;
    if (form.get('sign') !== md5(text + keys.key + keys.customer).toUpperCase()) return null;
    const { com: code, num: trackingNo, phone = '' } = param;
    return { act: 'query', type: 'query', code, trackingNo, phone, callback: '' };
  },
  subscribed: (isTwice) =>
    isTwice
      ? { result: false, returnCode: '501', message: '重复订阅' }
      : { result: true, returnCode: '200', message: '提交成功' },
  way: ({ code, trackingNo }, steps) =>
    steps.length === 0
      ? { result: false, returnCode: '500', message: '查询无结果，请隔段时间再查' }
      : lastResult(code, trackingNo, steps),
  refused: { result: false, returnCode: '601', message: 'KEY已过期' },
  forged: { result: false, returnCode: '503', message: '验证签名失败' },
  pushed(counterpart, trackingNo, { steps = counterpart.ways.get(trackingNo) ?? [], text, ...change }) {
    const code = change.code ?? counterpart.followed.get(trackingNo) ?? 'shunfeng';
    const param =
      text ??
      JSON.stringify({
        status: 'polling',
        billstatus: '',
        message: '',
        autoCheck: change.comOld === undefined ? '0' : '1',
        comOld: change.comOld ?? '',
        comNew: change.comOld === undefined ? '' : code,
        lastResult: lastResult(code, trackingNo, steps),
      });
    const sign = md5(param + (change.secret ?? keys.salt)).toUpperCase();
    return new URLSearchParams({ sign, param: change.tamper?.(param) ?? param }).toString();
  },
};

/** As 快递鸟 shows a parcel: the oldest line first. */
function traces(code: string, trackingNo: string, steps: Step[], isPlus: boolean) {
  const last = steps.at(-1)?.[2] ?? '0';
  return {
    EBusinessID: birdKeys.id,
    ShipperCode: code,
    LogisticCode: trackingNo,
    Success: true,
    Reason: steps.length === 0 ? '暂无轨迹信息' : null,
    State: last.slice(0, 1),
    ...(isPlus && { StateEx: last }),
    Traces: steps.map(([AcceptTime, AcceptStation, Action]) => ({
      AcceptTime,
      AcceptStation,
      Remark: null,
      ...(isPlus && { Action }),
    })),
  };
}

const kdniao: Face = {
  env: (origin) => ({ KDNIAO_ID: birdKeys.id, KDNIAO_KEY: birdKeys.key, KDNIAO_ENDPOINT: origin }),
  read(path, form) {
    const text = form.get('RequestData') ?? '';
    const type = form.get('RequestType') ?? '';
    const act = ['1008', '8008'].includes(type) ? 'subscribe' : 'query';
    if (path !== (act === 'subscribe' ? '/api/dist' : '/Ebusiness/EbusinessOrderHandle.aspx')) return null;
    if (!['1008', '8008', '1002', '8001'].includes(type)) return null;
    if (form.get('EBusinessID') !== birdKeys.id || form.get('DataType') !== '2') return null;
    if (form.get('DataSign') !== base64(md5(text + birdKeys.key))) return null;
    const { ShipperCode: code, LogisticCode: trackingNo, CustomerName: phone = '' } = JSON.parse(text);
    return { act, type, code, trackingNo, phone, callback: '' };
  },
  subscribed: () => ({ EBusinessID: birdKeys.id, UpdateTime: '', Success: true, Reason: '' }),
  way: ({ code, trackingNo, type }, steps) => traces(code, trackingNo, steps, type === '8001'),
  refused: { EBusinessID: birdKeys.id, Success: false, Reason: '没有可用套餐' },
  forged: { EBusinessID: birdKeys.id, Success: false, Reason: '数据验证不通过' },
  pushed(counterpart, trackingNo, { steps = counterpart.ways.get(trackingNo) ?? [], text, ...change }) {
    const isPlus = counterpart.asked.some(({ type }) => type.startsWith('8'));
    const code = change.code ?? counterpart.followed.get(trackingNo) ?? 'SF';
    const data =
      text ??
      JSON.stringify({
        EBusinessID: change.id ?? birdKeys.id,
        PushTime: '2026-11-23 10:00:00',
        Count: '1',
        Data: [traces(code, trackingNo, steps, isPlus)],
      });
    const DataSign = base64(md5(data + (change.secret ?? birdKeys.key)));
    const RequestData = change.tamper?.(data) ?? data;
    return new URLSearchParams({ RequestType: isPlus ? '102' : '101', RequestData, DataSign }).toString();
  },
};

const faces = { kuaidi100, kdniao };

export type LogisticsName = keyof typeof faces;

/** Takes a push, a form, to the shop's address for it; answers what the shop said. */
export type DeliverPush = (form: string, path: string) => ReturnType<LogisticsProvider['push']>;

/** Opens a house that pushes by `deliver`. Whoever opens it closes it. */
export async function openProvider(name: LogisticsName, deliver: DeliverPush): Promise<LogisticsProvider> {
  const face = faces[name];

  function answer(path: string, form: URLSearchParams): Said {
    const asked = face.read(path, form);
    if (asked === null) {
      counterpart.forged += 1;
      return { body: face.forged };
    }
    if (counterpart.trouble === 'refused') return { body: face.refused };
    counterpart.asked.push(asked);
    if (asked.act === 'query') return { body: face.way(asked, counterpart.ways.get(asked.trackingNo) ?? []) };
    const isTwice = counterpart.followed.has(asked.trackingNo);
    counterpart.followed.set(asked.trackingNo, asked.code);
    return { body: face.subscribed(isTwice) };
  }

  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const { trouble } = counterpart;
      if (trouble === 'cut') return void res.destroy();
      if (trouble === 'down') return void res.writeHead(502).end('<html>Bad Gateway</html>');
      const { body } = answer(req.url ?? '', new URLSearchParams(Buffer.concat(parts).toString()));
      if (trouble === 'lost') return void res.destroy();
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const counterpart: LogisticsProvider = {
    origin,
    env: face.env(origin),
    asked: [],
    forged: 0,
    trouble: 'none',
    ways: new Map(),
    followed: new Map(),
    push(trackingNo, change = {}) {
      return deliver(face.pushed(counterpart, trackingNo, change), `/api/logistics/notify/${name}`);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return counterpart;
}
