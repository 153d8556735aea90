/** The demo's way to issue invoices: its counterpart over HTTP, with each of its fates. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { demoInvoiceKeys } from '#lib/server/ports/invoices/demo.ts';
import { callNuonuo } from '#lib/server/ports/invoices/nuonuo-line.ts';
import type { IssueRequest, PortLine } from '#lib/server/ports/invoices/port.ts';
import { findInvoicePort } from '#lib/server/ports/invoices/providers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { callHandler } from '#tests/support/request.ts';
import { soon } from '#tests/support/soon.ts';
import { POST as notify } from '../../src/pages/api/invoice/notify/[provider].ts';
import { GET as file } from '../../src/pages/sandbox/invoices/file.ts';
import { POST as services } from '../../src/pages/sandbox/invoices/services.ts';

await testDatabase('empty');

/** Serials that the shop was told of. */
const told: string[] = [];
const server = createServer(async (req, res) => {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part);
  const body = Buffer.concat(parts).toString();
  const path = req.url ?? '/';
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
  );
  const isNotice = path.startsWith('/api/');
  if (isNotice) told.push(new URLSearchParams(body).get('orderno') ?? '');
  const params: Record<string, string> = isNotice ? { provider: 'demo' } : {};
  const response = path.startsWith('/sandbox/invoices/file')
    ? await callHandler(file, { path, headers })
    : await callHandler(isNotice ? notify : services, { path, headers, body, params });
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(Buffer.from(await response.arrayBuffer()));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
completeEnv({ PORT: String((server.address() as AddressInfo).port), HOST: '127.0.0.1' });
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const seller = {
  ...{ merchantId: 1, taxNo: '91330106MA2AYNWD8M', name: '示例医药', bank: '', bankAccount: '' },
  ...{ address: '', phone: '', drawer: '李开票' },
};
const buyer = {
  name: '示例药房',
  taxNo: '91440101MA5APD8X8J',
  bank: '',
  bankAccount: '',
  address: '',
  phone: '',
};
let nth = 0;

function requestOf(gross: number): IssueRequest {
  nth += 1;
  const net = Math.round((gross * 100) / 113);
  const line: PortLine = {
    ...{
      seq: 1,
      nature: 0,
      name: '阿莫西林胶囊',
      spec: '0.25g*24粒',
      unit: '盒',
      taxCode: '1070304010000000000',
    },
    ...{
      quantity: 1,
      unitPrice: (net / 100).toFixed(2),
      rate: 13,
      policy: 'none',
      gross,
      net,
      tax: gross - net,
    },
  };
  return {
    seller,
    serial: `DEMO${nth}`,
    now: new Date(),
    buyer,
    kind: 'ordinary',
    lines: [line],
    remark: '订单号：D1',
  };
}

const port = () => findInvoicePort('demo')!;
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  vi.setSystemTime(Date.now() + ms);
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
};
const standing = (asked: IssueRequest, ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return later(ms, () => port().query(asked));
};

describe('the demo’s counterpart', () => {
  it('issues an invoice with number and files, once for a serial', async () => {
    const asked = requestOf(11_300);
    expect(await port().query(asked)).toEqual({ state: 'unknown' });
    expect(await port().issue(asked)).toEqual({ state: 'running' });
    expect(await port().issue(asked)).toEqual({ state: 'running' });
    const found = await standing(asked, 3000);
    expect(found).toMatchObject({ state: 'issued', number: expect.stringMatching(/^00\d{18}$/) });
    vi.useFakeTimers({ toFake: ['Date'] });
    const files = await later(3000, () => port().files(asked));
    const begins = files.map(({ kind, bytes }) => [
      kind,
      Buffer.from(bytes).subarray(0, 5).toString('latin1'),
    ]);
    expect(begins).toEqual([
      ['xml', '<?xml'],
      ['pdf', '%PDF-'],
      ['ofd', expect.stringContaining('PK')],
    ]);
    expect(Buffer.from(files[0]!.bytes).toString()).toContain('演示');
    // A job asks for the files of several invoices at once.
    const many = await later(3000, () => Promise.all(Array.from({ length: 5 }, () => port().files(asked))));
    expect(many.map((one) => one.map(({ kind }) => kind))).toEqual(many.map(() => ['xml', 'pdf', 'ofd']));
  });

  it.each([
    [11_341, 3000, 'running'],
    [11_341, 31_000, 'issued'],
    [11_345, 3000, 'failed'],
    [11_347, 3000, 'unsealed'],
    [11_348, 3000, 'void'],
    [11_349, 3000, 'failed'],
  ])('of %i fen after %i ms: %s', async (gross, ms, state) => {
    const asked = requestOf(gross);
    await port().issue(asked);
    expect(await standing(asked, ms)).toMatchObject({ state });
  });

  it('refuses, loses an answer, seals after another try, and lets in who scanned', async () => {
    expect(await port().issue(requestOf(11_344))).toMatchObject({
      state: 'failed',
      fault: { code: 'E9102' },
    });
    const lost = requestOf(11_346);
    await expect(port().issue(lost)).rejects.toThrow();
    expect(await standing(lost, 3000)).toMatchObject({ state: 'issued' });
    const unsealed = requestOf(11_347);
    await port().issue(unsealed);
    expect(await port().reseal(unsealed)).toBe(true);
    expect(await standing(unsealed, 3000)).toMatchObject({ state: 'issued' });
    // The invoice of 0.49 ended the session.
    expect(await port().session?.(seller, true)).toMatchObject({
      state: 'login',
      qr: expect.stringContaining('演示'),
    });
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await later(6000, async () => port().session?.(seller, false))).toMatchObject({ state: 'open' });
  });

  it('takes red forms, whole and in part, and answers by their amount', async () => {
    const blue = requestOf(33_900);
    await port().issue(blue);
    const issued = await standing(blue, 3000);
    const number = issued.state === 'issued' ? issued.number : '';
    const red = (serial: string, gross: number) => {
      const [{ seq, nature: _nature, ...line }] = blue.lines as [PortLine];
      const amount = { gross: -gross, net: -gross, tax: 0 };
      const lines = gross === 0 ? [] : [{ ...line, ...amount, blueSeq: seq, quantity: null, unitPrice: '' }];
      return { ...blue, serial, uuid: '', blue: { number, kind: blue.kind }, reason: '02' as const, lines };
    };
    const ask = (serial: string, ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      return later(ms, () => port().red.query(red(serial, 0)));
    };
    expect(await port().red.request(red('RED1', 0))).toMatchObject({ state: 'asking' });
    expect(await ask('RED1', 3000)).toMatchObject({ state: '01', issued: { number: expect.any(String) } });
    const ends = { 51: '04', 52: '05', 53: '07', 54: 'failed', 55: '10', 56: '11', 57: '12', 58: '13' };
    for (const [fen, state] of Object.entries(ends)) {
      await port().red.request(red(`RED${fen}`, 100 + Number(fen)));
      expect.soft((await ask(`RED${fen}`, 61_000)).state, fen).toBe(state);
    }
  });

  it('takes no request of another, and tells the shop of an invoice by a notice', async () => {
    const keys = { ...demoInvoiceKeys(), secret: 'another' };
    await expect(callNuonuo(keys, seller, 'getCreditLine', {})).rejects.toThrow('070601');
    expect(await port().quota?.(seller)).toEqual({ total: 750_000_000, used: 125_000_000 });
    const asked = requestOf(11_342);
    await port().issue(asked);
    await soon(() => expect(told.filter((serial) => serial === asked.serial)).toHaveLength(2));
  });
});
