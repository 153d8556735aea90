/**
 * Counterparts of 阿里云 and 腾讯云 for text messages: a real HTTP server that checks the signature of a request as its
 * house documents it (ACS3-HMAC-SHA256, TC3-HMAC-SHA256), from the bytes that came.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What the next request is answered: taken, refused by a word of the house, or never. */
export type SmsTrouble = 'none' | 'refused' | 'silent';

/** A message: its template, and the values for it in their order. */
interface TakenSms {
  phone: string;
  template: string;
  values: string[];
}

export interface SmsProvider {
  origin: string;
  /** The messages that were taken. */
  taken: TakenSms[];
  /** Requests whose signature was not right. */
  forged: number;
  trouble: SmsTrouble;
  /** Templates that were passed. */
  templates: string[];
  /** What 阿里云 tells of the messages that it took, by their numbers of the sender (OutId). */
  records: SmsRecord[];
  /** The day in Shanghai, YYYYMMDD, on which it takes messages now. */
  day: string;
}

interface SmsRecord {
  phone: string;
  /** It is told of to those who ask for this day. */
  day: string;
  outId: string;
  template: string;
  /** 1 waits for the receipt, 2 was not delivered, 3 was. */
  status: 1 | 2 | 3;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function headerLines(req: IncomingMessage, names: readonly string[]): string {
  return names.map((name) => `${name}:${String(req.headers[name] ?? '').trim()}\n`).join('');
}

/** ACS3-HMAC-SHA256 over method, path, sorted query, signed headers and the body's hash. */
function isAliyuns(req: IncomingMessage, body: Buffer, secret: string): boolean {
  const found = /^ACS3-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)$/.exec(
    req.headers.authorization ?? '',
  );
  if (found === null) return false;
  const [, , signed = '', signature] = found;
  const url = new URL(req.url ?? '/', 'http://house.test');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  const canonical = [
    req.method,
    url.pathname,
    query,
    headerLines(req, signed.split(';')),
    signed,
    sha256(body),
  ].join('\n');
  const wanted = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  return wanted === signature && req.headers['x-acs-content-sha256'] === sha256(body);
}

/** TC3-HMAC-SHA256: a key derived by day and service signs the hash of the canonical request. */
function isTencents(req: IncomingMessage, body: Buffer, secret: string): boolean {
  const found =
    /^TC3-HMAC-SHA256 Credential=[^/]+\/([\d-]+)\/([^/]+)\/tc3_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      req.headers.authorization ?? '',
    );
  if (found === null) return false;
  // The service is the first part of the host that was asked.
  const [, day = '', service = '', signed = '', signature] = found;
  // The house stands on the usual port, so its SDK signs the host without one.
  const lines = headerLines(req, signed.split(';')).replace(/^(host:[^:\n]+):\d+$/m, '$1');
  const canonical = [req.method, '/', '', lines, signed, sha256(body)].join('\n');
  const scope = `${day}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', req.headers['x-tc-timestamp'], scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secret}`, day), service), 'tc3_request');
  return hmac(key, text).toString('hex') === signature;
}

interface House {
  isSigned: (req: IncomingMessage, body: Buffer, secret: string) => boolean;
  /** The template that is asked about; null where a message is sent. */
  template: (req: IncomingMessage, body: Buffer) => string | null;
  read: (req: IncomingMessage, body: Buffer) => TakenSms;
  /** The sender's number of a message; left out: it has none. */
  outId?: (req: IncomingMessage) => string;
  /** What is told of messages that were taken; null where this is not asked. */
  details?: (req: IncomingMessage, records: readonly SmsRecord[]) => object | null;
  /** What is told of a template that was passed; one that is not known is refused. */
  passed: object;
  unknown: object;
  ok: object;
  refused: object;
  forged: object;
}

const counterparts = {
  aliyun: {
    isSigned: isAliyuns,
    template: (req) =>
      req.headers['x-acs-action'] === 'QuerySmsTemplate'
        ? new URL(req.url ?? '/', 'http://house.test').searchParams.get('TemplateCode')
        : null,
    passed: { Code: 'OK', Message: 'OK', RequestId: 'r1', TemplateStatus: 1, TemplateType: 0 },
    unknown: { Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: '模板不存在', RequestId: 'r1' },
    read(req) {
      const query = new URL(req.url ?? '/', 'http://house.test').searchParams;
      const values: Record<string, string> = JSON.parse(query.get('TemplateParam') ?? '{}');
      return {
        phone: query.get('PhoneNumbers') ?? '',
        template: query.get('TemplateCode') ?? '',
        values: Object.values(values),
      };
    },
    outId: (req) => new URL(req.url ?? '/', 'http://house.test').searchParams.get('OutId') ?? '',
    details(req, records) {
      if (req.headers['x-acs-action'] !== 'QuerySendDetails') return null;
      const query = new URL(req.url ?? '/', 'http://house.test').searchParams;
      const [size, page] = [Number(query.get('PageSize')), Number(query.get('CurrentPage'))];
      const date = query.get('SendDate') ?? '';
      const own = records.filter(({ phone, day }) => phone === query.get('PhoneNumber') && day === date);
      const list = own.slice((page - 1) * size, page * size).map(({ outId, phone, template, status }) => ({
        ...{ OutId: outId, PhoneNum: phone, TemplateCode: template, SendStatus: status },
      }));
      return /^20\d{6}$/.test(date)
        ? {
            Code: 'OK',
            RequestId: 'r1',
            TotalCount: String(own.length),
            SmsSendDetailDTOs: { SmsSendDetailDTO: list },
          }
        : { Code: 'isv.INVALID_PARAMETERS', RequestId: 'r1' };
    },
    ok: { Code: 'OK', Message: 'OK', RequestId: 'r1', BizId: 'b1' },
    refused: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发流控', RequestId: 'r1' },
    forged: { Code: 'SignatureDoesNotMatch', Message: 'no', RequestId: 'r1' },
  },
  tencent: {
    isSigned: isTencents,
    template: (req, body) =>
      req.headers['x-tc-action'] === 'DescribeSmsTemplateList'
        ? String(JSON.parse(body.toString()).TemplateIdSet[0])
        : null,
    passed: {
      Response: {
        DescribeTemplateStatusSet: [{ TemplateId: 1, StatusCode: 0, International: 0 }],
        RequestId: 'r1',
      },
    },
    unknown: { Response: { DescribeTemplateStatusSet: [], RequestId: 'r1' } },
    read(_req, body) {
      const { PhoneNumberSet, TemplateId, TemplateParamSet } = JSON.parse(body.toString());
      return { phone: String(PhoneNumberSet[0]), template: String(TemplateId), values: TemplateParamSet };
    },
    ok: { Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: 's1' }], RequestId: 'r1' } },
    refused: {
      Response: { SendStatusSet: [{ Code: 'LimitExceeded.PhoneNumberDailyLimit' }], RequestId: 'r1' },
    },
    forged: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'no' }, RequestId: 'r1' } },
  },
} satisfies Record<string, House>;

/** A moment's day in Shanghai as 阿里云 writes it. */
export const dayOf = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');

/** Opens a house that knows this secret; it closes after the file's last test. */
export async function openSmsProvider(name: keyof typeof counterparts, secret: string): Promise<SmsProvider> {
  const own: House = counterparts[name];
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      if (counterpart.trouble === 'silent') return;
      const body = Buffer.concat(parts);
      const isSigned = own.isSigned(req, body, secret);
      if (!isSigned) counterpart.forged += 1;
      const template = isSigned ? own.template(req, body) : null;
      const details = isSigned ? (own.details?.(req, counterpart.records) ?? null) : null;
      if (isSigned && template === null && details === null && counterpart.trouble === 'none') {
        const sms = own.read(req, body);
        counterpart.taken.push(sms);
        const { phone, template: by } = sms;
        const { day } = counterpart;
        counterpart.records.push({ phone, day, template: by, outId: own.outId?.(req) ?? '', status: 1 });
      }
      const told = counterpart.templates.includes(template ?? '') ? own.passed : own.unknown;
      const right = template === null ? (details ?? own.ok) : told;
      const said = isSigned ? (counterpart.trouble === 'none' ? right : own.refused) : own.forged;
      res.writeHead(isSigned || name === 'tencent' ? 200 : 403, { 'content-type': 'application/json' });
      res.end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const counterpart: SmsProvider = {
    origin: `http://127.0.0.1:${port}`,
    taken: [],
    forged: 0,
    trouble: 'none',
    templates: ['SMS_1', '1'],
    records: [],
    day: dayOf(new Date()),
  };
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return counterpart;
}
