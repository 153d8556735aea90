/** Text messages by 阿里云 and 腾讯云, through their own SDKs, against houses that check every signature. */
import { beforeEach, describe, expect, it } from 'vitest';
import { shortTitle } from '#lib/rules/companies/text-kinds.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { hasSmsFor, sendSms, smsProviders } from '#lib/server/ports/sms/providers.ts';
import { openSmsProvider } from '#tests/counterparts/sms.ts';
import { testDatabase } from '#tests/support/database.ts';

await testDatabase('empty');
const aliyun = await openSmsProvider('aliyun', 'aliyun-secret');
const tencent = await openSmsProvider('tencent', 'tencent-secret');
const aliyunKeys = {
  SMS_ALIYUN_KEY_ID: 'key',
  SMS_ALIYUN_KEY_SECRET: 'aliyun-secret',
  SMS_ALIYUN_SIGN: '药批网',
  SMS_ALIYUN_CODE_TEMPLATE: 'SMS_1',
  SMS_ALIYUN_ENDPOINT: aliyun.origin,
};
const tencentKeys = {
  SMS_TENCENT_SECRET_ID: 'id',
  SMS_TENCENT_SECRET_KEY: 'tencent-secret',
  SMS_TENCENT_APP_ID: '1400000000',
  SMS_TENCENT_SIGN: '药批网',
  SMS_TENCENT_CODE_TEMPLATE: '1',
  SMS_TENCENT_ENDPOINT: tencent.origin,
};
const noticeTemplates = { SMS_ALIYUN_NOTICE_TEMPLATE: 'SMS_3', SMS_TENCENT_NOTICE_TEMPLATE: '3' };
const invoiceTemplates = { SMS_ALIYUN_INVOICE_TEMPLATE: 'SMS_4', SMS_TENCENT_INVOICE_TEMPLATE: '4' };
const none = Object.fromEntries(
  Object.keys({ ...aliyunKeys, ...tencentKeys, ...noticeTemplates, ...invoiceTemplates }).map((key) => [
    key,
    '',
  ]),
);
const message = { phone: '13800000001', template: 'code', purpose: 'forget', code: '042042' } as const;

beforeEach(() => {
  for (const counterpart of [aliyun, tencent])
    Object.assign(counterpart, { taken: [], forged: 0, trouble: 'none' });
  completeEnv(none);
});

describe('a text message', () => {
  it('goes by 阿里云 where its keys are set', async () => {
    completeEnv(aliyunKeys);
    expect(await sendSms(message)).toBe('aliyun');
    expect(aliyun).toMatchObject({ forged: 0, taken: [{ phone: '13800000001', values: ['042042'] }] });
  });

  it('goes by 腾讯云 where its keys are set', async () => {
    completeEnv(tencentKeys);
    expect(await sendSms(message)).toBe('tencent');
    expect(tencent).toMatchObject({
      forged: 0,
      taken: [{ phone: '+8613800000001', values: ['042042', '5'] }],
    });
  });

  it('of a kind that the person chose goes by the template of notices, with kind and a short title', async () => {
    const notice = {
      phone: '13800000001',
      template: 'notice',
      kind: '发货与签收',
      title: '订单D202611230001已发货，请注意查收并核对批号',
    } as const;
    completeEnv({ ...aliyunKeys, ...noticeTemplates });
    expect(await sendSms(notice)).toBe('aliyun');
    completeEnv({ ...none, ...tencentKeys, ...noticeTemplates });
    expect(await sendSms(notice)).toBe('tencent');
    const values = [notice.kind, shortTitle(notice.title)];
    expect([aliyun, tencent]).toMatchObject([
      { forged: 0, taken: [{ phone: '13800000001', template: 'SMS_3', values }] },
      { forged: 0, taken: [{ phone: '+8613800000001', template: '3', values }] },
    ]);
  });

  it('of an invoice goes by its own template, with seller and link', async () => {
    const invoice = {
      phone: '13800000001',
      template: 'invoice',
      seller: '示例医药有限公司',
      link: 'https://shop.test/zzfw/dzfp/7',
      id: 'invoice-7-0-0',
    } as const;
    completeEnv({ ...aliyunKeys });
    expect([hasSmsFor('invoice'), await sendSms(invoice)]).toEqual([false, null]);
    completeEnv({ ...aliyunKeys, ...invoiceTemplates });
    expect([hasSmsFor('invoice'), await sendSms(invoice)]).toEqual([true, 'aliyun']);
    completeEnv({ ...none, ...tencentKeys, ...invoiceTemplates });
    expect(await sendSms(invoice)).toBe('tencent');
    const values = [invoice.seller, invoice.link];
    expect([aliyun, tencent]).toMatchObject([
      { forged: 0, taken: [{ template: 'SMS_4', values }] },
      { forged: 0, taken: [{ template: '4', values }] },
    ]);
  });

  it('of that kind goes nowhere where no house has a template for it', async () => {
    completeEnv({ ...aliyunKeys, ...tencentKeys });
    expect(
      await sendSms({ phone: '13800000001', template: 'notice', kind: '退款', title: '退款到账' }),
    ).toBeNull();
    expect([aliyun.taken, tencent.taken]).toEqual([[], []]);
  });

  it.each(['refused', 'silent'] as const)(
    'goes by the second where the first is %s',
    async (trouble) => {
      completeEnv({ ...aliyunKeys, ...tencentKeys });
      aliyun.trouble = trouble;
      expect(await sendSms(message)).toBe('tencent');
      expect([aliyun.taken, tencent.taken.length]).toEqual([[], 1]);
    },
    30_000,
  );

  it('is taken by nobody with a wrong secret', async () => {
    completeEnv({
      ...aliyunKeys,
      ...tencentKeys,
      SMS_ALIYUN_KEY_SECRET: 'wrong',
      SMS_TENCENT_SECRET_KEY: 'wrong',
    });
    expect(await sendSms(message)).toBeNull();
    expect([aliyun.forged, tencent.forged]).toEqual([1, 1]);
  });

  it('is shown on a page in the demo, and goes nowhere else', () => {
    expect(smsProviders().map(({ key }) => key)).toEqual(['demo']);
    completeEnv({ DEMO: '0' });
    expect(smsProviders()).toEqual([]);
    completeEnv({ DEMO: '1' });
  });

  it('has no half of its keys', () => {
    expect(() => parseEnv({ SMS_ALIYUN_KEY_ID: 'key' })).toThrow(/SMS_ALIYUN_KEY_SECRET（短信密钥不完整）/);
  });
});
