/**
 * What docs/ says for setting up each house, tried as it stands: the block of settings is read out of the page, put into the
 * environment under exactly its names with the counterpart's values, and the house is asked once.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv as readDotenv } from 'node:util';
import S3rver from 's3rver';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { completeEnv, env, parseEnv } from '#lib/server/core/process/env.ts';
import { merchant, merchantPaper } from '#lib/server/db/schema.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { findInvoicePort } from '#lib/server/ports/invoices/providers.ts';
import { findLogistics } from '#lib/server/ports/logistics/providers.ts';
import { mailProvider } from '#lib/server/ports/mail/providers.ts';
import { findRemote, listOffered } from '#lib/server/ports/payments/providers.ts';
import { openidLine, orderInWechat } from '#lib/server/ports/payments/wechat-jsapi.ts';
import { wechatKeys } from '#lib/server/ports/payments/wechat-keys.ts';
import { findSigning } from '#lib/server/ports/signing/providers.ts';
import { sendSms } from '#lib/server/ports/sms/providers.ts';
import { askOpenid, askPerson, findWechat } from '#lib/server/ports/wechat-line.ts';
import { openAlipay } from '#tests/counterparts/alipay.ts';
import { openEsign } from '#tests/counterparts/esign.ts';
import { openLogisticsProvider } from '#tests/counterparts/logistics.ts';
import { openNuonuo } from '#tests/counterparts/nuonuo.ts';
import { openSmsProvider } from '#tests/counterparts/sms.ts';
import { openMailServer } from '#tests/counterparts/smtp.ts';
import { openWechat as openWechatLogin } from '#tests/counterparts/wechat.ts';
import { openWechat as openWechatPay } from '#tests/counterparts/wechat-pay.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase('empty');
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A counterpart's values by the names of settings; its address is the one that is not on the page. */
type Values = Record<string, string>;

const wechatPay = await openWechatPay();
const alipay = await openAlipay();
const [hundred, bird] = [await openLogisticsProvider('kuaidi100'), await openLogisticsProvider('kdniao')];
const [aliyun, tencent] = [
  await openSmsProvider('aliyun', 'their-secret'),
  await openSmsProvider('tencent', 'their-secret'),
];
const signing = await openEsign();
const house = await openNuonuo();
const wechat = await openWechatLogin();
const { WECHAT_APP_ID = '', WECHAT_APP_SECRET = '', WECHAT_API_URL, WECHAT_OPEN_URL } = env();
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: path.join(folder, 's3'),
  configureBuckets: [{ name: 'yaopi-files', configs: [] }],
});
const { port: s3Port } = await s3.run();
afterAll(() => s3.close());

/** The blocks of settings on a page of docs/, in their order. */
function blocksOf(page: string): string[] {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/providers', page), 'utf8');
  return [...text.matchAll(/```ini\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

/**
 * Sets what a block names and nothing else, read as the shop reads `.env`. A value that is a file on the page is one here,
 * with the counterpart's own in it; what the counterpart does not ask for stays as it is on the page.
 */
function setUp(page: string, at: number, theirs: Values, address: Values): string[] {
  const said = readDotenv(blocksOf(page)[at] ?? '');
  const values = Object.entries(said).map(([name, value = '']) => {
    const own = theirs[name];
    if (own === undefined || !value.startsWith('/')) return [name, own ?? value];
    const file = path.join(folder, path.basename(value));
    writeFileSync(file, own);
    return [name, file];
  });
  Object.assign(process.env, Object.fromEntries(values), address);
  completeEnv({});
  return Object.keys(said);
}

const mails = await openMailServer();
const touched = [
  ...Object.keys({
    ...wechatPay.env,
    ...alipay.env,
    ...hundred.env,
    ...bird.env,
    ...signing.env,
    ...house.env,
  }),
  ...['bank-transfer.md', 'sms.md', 'wechat-login.md', 'files.md', 'mail.md'].flatMap((page) =>
    blocksOf(page).flatMap((block) => Object.keys(readDotenv(block))),
  ),
];

/** A merchant whose business licence names the counterpart's seller. */
async function makeMerchant(code: string): Promise<number> {
  const where = { province: '湖北省', city: '武汉市', address: '某区某路9号' };
  const told = {
    licenceNo: '',
    kind: '入驻',
    speciality: '',
    phone: '',
    freeShippingAmount: 0,
    shippingFee: 0,
  };
  const names = { code, shortName: '岚谷医药', fullName: '湖北岚谷医药有限公司' };
  const [made] = await db
    .insert(merchant)
    .values({ ...names, ...where, ...told })
    .returning({ id: merchant.id });
  const paper = { merchantId: made!.id, number: house.taxNo, validFrom: '2020-01-01' };
  await db.insert(merchantPaper).values({ kind: 'business_licence', ...paper });
  return made!.id;
}

beforeEach(() => {
  for (const name of touched) delete process.env[name];
  completeEnv({});
});

const charge = { companyId: 1, amount: 100, subject: '药批网订单', now: new Date() };
const parcel = { trackingNo: 'SF1', phone: '13800138000', sentAt: new Date(), now: new Date() };
const text = { phone: '13800000001', template: 'code', purpose: 'forget', code: '042042' } as const;
const split = (values: Values, address: string): [Values, Values] => {
  const { [address]: found = '', ...rest } = values;
  return [rest, { [address]: found }];
};

describe('what docs/ says switches on', () => {
  it('微信支付', async () => {
    const named = setUp('wechat-pay.md', 0, ...split(wechatPay.env, 'WECHAT_PAY_ENDPOINT'));
    expect(named).toHaveLength(7);
    const counter = await findRemote('wechat')?.start({ ...charge, payNo: 'PDOCS1' });
    expect(counter).toMatchObject({ qr: expect.stringContaining('weixin://') });
    expect(wechatPay.seen.forged).toBe(0);
  });

  it('微信支付 in WeChat’s own browser', async () => {
    const { WECHAT_OPEN_URL, WECHAT_API_URL, WECHAT_PAY_ENDPOINT, ...keys } = wechatPay.env;
    const address = { WECHAT_OPEN_URL, WECHAT_API_URL, WECHAT_PAY_ENDPOINT };
    setUp('wechat-pay.md', 0, keys, address);
    await expect(findRemote('wechat_jsapi')?.start({ ...charge, payNo: 'P0' })).rejects.toThrow();
    expect(setUp('wechat-pay.md', 1, keys, address)).toEqual(['WECHAT_PAY_APP_SECRET']);
    const begun = await findRemote('wechat_jsapi')?.start({ ...charge, payNo: 'P1' });
    const page = begun && 'redirect' in begun ? begun.redirect : '';
    const headers = { 'user-agent': 'MicroMessenger/8.0.50' };
    const sent = URL.parse(
      (await fetch(page, { redirect: 'manual', headers })).headers.get('location') ?? '',
    );
    expect(sent?.pathname).toBe('/wechat/pay');
    const known = wechatKeys()!;
    const openid = await askOpenid(openidLine(known), sent?.searchParams.get('code') ?? '');
    const values = await orderInWechat(known, { ...charge, payNo: 'P1' }, openid);
    expect(wechatPay.sheet({ ...Object(values) })).toBe('get_brand_wcpay_request:ok');
  });

  it('支付宝', async () => {
    setUp('alipay.md', 0, ...split(alipay.env, 'ALIPAY_GATEWAY'));
    expect(await findRemote('alipay_qr')?.start({ ...charge, payNo: 'PDOCS2' })).toHaveProperty('qr');
    const page = await findRemote('alipay')?.start({ ...charge, payNo: 'PDOCS3' });
    expect(alipay.visit(page && 'redirect' in page ? page.redirect : undefined)).toBe(true);
  });

  it('e签宝', async () => {
    expect(findSigning('esign')).toBeUndefined();
    expect(setUp('esign.md', 0, ...split(signing.env, 'ESIGN_ENDPOINT'))).toHaveLength(2);
    const flowNo = await findSigning('esign')?.open({
      no: 'HT202611300000000001',
      kind: '质量保证协议',
      createdAt: new Date(),
      pdf: Buffer.from('%PDF-1.7'),
      buyer: { name: '某药房', creditCode: '91420100MA4KXXXXXX', signer: '何一', phone: '13800138000' },
      seller: { name: '某某医药', creditCode: '91420100MA4KXXXXXY', by: 'seal', sealId: 'seal-1' },
    });
    expect(await findSigning('esign')?.query(flowNo ?? '')).toBe('running');
    expect(signing.forged).toBe(0);
  });

  it('对公转账', () => {
    expect(listOffered(new Headers()).map(({ key }) => key)).not.toContain('bank');
    const named = setUp('bank-transfer.md', 0, {}, {});
    expect(named).toHaveLength(4);
    const account = {
      holder: '示例医药科技有限公司',
      no: '6222000012345678901',
      bank: '中国工商银行示例支行',
      code: '102100099996',
    };
    expect(listOffered(new Headers()).at(-1)).toMatchObject({ key: 'bank', account });
  });

  it('对公转账 without the number that may be left out, but with each of the others', () => {
    const block = readDotenv(blocksOf('bank-transfer.md')[0] ?? '');
    const { BANK_CODE, ...needed } = block;
    expect(BANK_CODE).toMatch(/^\d{12}$/);
    expect(parseEnv(needed).BANK_CODE).toBeUndefined();
    for (const name of Object.keys(needed))
      expect(() => parseEnv({ ...block, [name]: '' }), name).toThrow(name);
  });

  it.each([
    ['kuaidi100', 0, hundred, 'KUAIDI100_ENDPOINT'],
    ['kdniao', 1, bird, 'KDNIAO_ENDPOINT'],
  ] as const)('%s', async (key, at, counterpart, address) => {
    setUp('logistics.md', at, ...split(counterpart.env, address));
    const found = findLogistics(key);
    await found?.subscribe({ ...parcel, code: found.codeOf('顺丰速运') ?? '' });
    expect([counterpart.forged, counterpart.followed.size]).toEqual([0, 1]);
  });

  it.each([
    ['aliyun', 0, aliyun, { SMS_ALIYUN_KEY_SECRET: 'their-secret' }, 'SMS_ALIYUN_ENDPOINT'],
    ['tencent', 1, tencent, { SMS_TENCENT_SECRET_KEY: 'their-secret' }, 'SMS_TENCENT_ENDPOINT'],
  ] as const)('text messages by %s', async (key, at, counterpart, values, address) => {
    setUp('sms.md', at, values, { [address]: counterpart.origin });
    touched.push(address);
    expect(await sendSms(text)).toBe(key);
    expect([counterpart.forged, counterpart.taken.length]).toEqual([0, 1]);
  });

  it.each([
    ['third', 0],
    ['own', 1],
  ] as const)('诺诺, with an application of kind %s', async (kind, at) => {
    expect(findInvoicePort('nuonuo')).toBeUndefined();
    const { NUONUO_ENDPOINT = '', NUONUO_OAUTH_URL = '', ...keys } = house.env;
    setUp('nuonuo.md', at, keys, { NUONUO_ENDPOINT, NUONUO_OAUTH_URL });
    house.tokens.kind = kind;
    const port = findInvoicePort('nuonuo');
    const merchantId = await makeMerchant(kind);
    const none = { name: '', bank: '', bankAccount: '', address: '', phone: '', drawer: '' };
    const seller = { merchantId, taxNo: house.taxNo, ...none };
    if (kind === 'third') {
      expect(await port?.missing(db, seller)).toContain('授权');
      const page = new URL(port?.agreement?.page('https://shop.example/invoice/agreed', 'state') ?? '');
      expect([page.pathname, page.searchParams.get('response_type')]).toEqual(['/authorize', 'code']);
      const redirect = page.searchParams.get('redirect_uri') ?? '';
      await port?.agreement?.accept(seller, { code: house.tokens.agree(house.taxNo), redirect });
    }
    expect(await port?.missing(db, seller)).toBeNull();
    const asked = { seller, serial: 'DOCS1', now: new Date() };
    expect(await port?.query(asked)).toEqual({ state: 'unknown' });
    expect(await port?.session?.(seller, false)).toMatchObject({ state: 'open' });
    expect(await port?.quota?.(seller)).toEqual({ total: 100_000_000, used: 25_000_000 });
    expect(house.forged).toBe(0);
  });

  it('邮件', async () => {
    expect(mailProvider()?.key).toBe('demo');
    expect(setUp('mail.md', 0, {}, { SMTP_URL: mails.url })).toEqual(['MAIL_FROM', 'SMTP_URL']);
    const mail = { to: 'a@example.com', subject: '发票', text: '发票', files: [], id: 'docs-1' };
    await mailProvider()?.check();
    await mailProvider()?.send(mail);
    expect(mails).toMatchObject({ wrong: 0, taken: [{ from: 'fapiao@example.com', to: ['a@example.com'] }] });
  });

  it('微信登录', async () => {
    setUp('wechat-login.md', 0, { WECHAT_APP_ID, WECHAT_APP_SECRET }, { WECHAT_API_URL, WECHAT_OPEN_URL });
    const line = findWechat();
    const code = wechat.scan({ openid: 'o1', unionid: 'u1', nickname: '张药师' });
    expect(line && (await askPerson(line, code))).toEqual({ subject: 'u1', nickname: '张药师' });
  });

  it('files in a bucket', async () => {
    const theirs = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    setUp('files.md', 0, { ...theirs, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${s3Port}` }, {});
    const files = await openFiles();
    await files.put('a', 'stored', Buffer.from('内容'));
    expect((await files.find('a', 'stored'))?.toString()).toBe('内容');
  });

  it.each([
    ['wechat-pay.md', wechatPay.env],
    ['alipay.md', alipay.env],
    ['bank-transfer.md', readDotenv(blocksOf('bank-transfer.md')[0] ?? '')],
  ] as const)('each variable of the table of %s is named when it is wrong', (page, right) => {
    const rows = readFileSync(path.join(import.meta.dirname, '../../docs/providers', page), 'utf8').matchAll(
      /^\| (`(?:WECHAT_PAY|ALIPAY|BANK)_[A-Z_`, ]+`) +\|/gm,
    );
    const names = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/[A-Z_]+/g)].map(([name]) => name));
    expect(names.length).toBeGreaterThan(3);
    expect(() => parseEnv({ ...right })).not.toThrow();
    // No holder of an account is so long either.
    for (const name of names)
      expect(() => parseEnv({ ...right, [name]: '长'.repeat(101) }), name).toThrow(
        new RegExp(`(：|；)${name}（`),
      );
  });

  const pages = ['sms.md', 'logistics.md', 'wechat-login.md', 'nuonuo.md'] as const;

  /** A shop without it is another shop, and no wrong one. */
  const optional = ['NUONUO_TAX_NO'];

  it.each(pages)('what a block of %s lacks is missed by name', (page) => {
    for (const block of blocksOf(page).map((one) => readDotenv(one)))
      for (const name of Object.keys(block).filter((one) => !optional.includes(one)))
        expect(() => parseEnv({ ...block, [name]: '' }), name).toThrow(name);
  });

  it.each(pages)(
    'each variable of the table of %s is named when something else stands in its line',
    (page) => {
      const right = Object.assign({}, ...blocksOf(page).map((one) => readDotenv(one)));
      const rows = readFileSync(
        path.join(import.meta.dirname, '../../docs/providers', page),
        'utf8',
      ).matchAll(/^\| (`(?:SMS|KUAIDI100|KDNIAO|WECHAT|NUONUO)_[A-Z_`, ]+`) +\|/gm);
      const names = [...rows].flatMap(([, cell = '']) =>
        [...cell.matchAll(/[A-Z][A-Z0-9_]+/g)].map(([name]) => name),
      );
      expect(names.length).toBeGreaterThan(3);
      expect(() => parseEnv(right)).not.toThrow();
      // Our own word may be any.
      for (const name of names.filter((one) => one !== 'KUAIDI100_SALT'))
        expect(() => parseEnv({ ...right, [name]: '【 药批网 】' }), name).toThrow(
          new RegExp(`(：|；)${name}（`),
        );
    },
  );
});
