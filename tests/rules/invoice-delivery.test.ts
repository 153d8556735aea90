import { describe, expect, it } from 'vitest';
import {
  deliveryStateText,
  invoiceMail,
  invoiceSentence,
  maskMail,
  maxResends,
  resendAfterMs,
  resendRefusal,
} from '#lib/rules/invoices/delivery.ts';
import { type InvoiceTitle, titleFaults } from '#lib/rules/invoices/titles.ts';

describe('sending an invoice again', () => {
  const now = 1_000_000_000;
  it.each([
    ['nobody has', [], null],
    ['never', [{ asked: 0, askedAt: null }], null],
    ['a minute ago', [{ asked: 1, askedAt: now - resendAfterMs }], null],
    ['a moment ago', [{ asked: 1, askedAt: now - resendAfterMs + 1 }], /一分钟后/],
    [
      'by one way a moment ago',
      [
        { asked: 0, askedAt: null },
        { asked: 1, askedAt: now },
      ],
      /一分钟后/,
    ],
    ['for the last time', [{ asked: maxResends - 1, askedAt: 0 }], null],
    ['too often', [{ asked: maxResends, askedAt: 0 }], /不能再发送/],
  ])('was done %s', (_, all, refusal) => {
    if (refusal === null) expect(resendRefusal(all, now)).toBeNull();
    else expect(resendRefusal(all, now)).toMatch(refusal);
  });
});

it.each([
  ['mail', 'waiting', '2026-11-30T18:00:00Z', '等待发送'],
  ['sms', 'waiting', '2026-11-30T18:00:00Z', '等待发送，早上8点后发短信'],
  ['sms', 'waiting', '2026-11-30T04:00:00Z', '等待发送'],
  ['sms', 'sent', '2026-11-30T18:00:00Z', '已发送'],
  ['sms', 'unknown', '2026-11-30T04:00:00Z', '发送结果未知'],
] as const)('%s %s at %s is %s', (way, state, at, text) => {
  expect(deliveryStateText({ way, state }, Date.parse(at))).toBe(text);
});

it.each([
  ['fapiao@example.com', 'f***@example.com'],
  ['a@b.cn', 'a***@b.cn'],
  ['', '***'],
  ['@b.cn', '***'],
])('%s is shown to others as %s', (mail, shown) => {
  expect(maskMail(mail)).toBe(shown);
});

it('what is sent names the sides and the page, and no amount', () => {
  const link = 'https://shop.test/zzfw/dzfp/7';
  const base = { number: '26117000000000000001', seller: '某某医药', buyer: '某药房', link };
  const mail = invoiceMail({ ...base, isRed: false, hasFiles: true });
  expect(mail.subject).toBe('发票已开具：某某医药，26117000000000000001');
  for (const part of ['某药房', '某某医药', link, '附件']) expect(mail.text).toContain(part);
  expect(invoiceMail({ ...base, isRed: true, hasFiles: false })).toMatchObject({
    subject: expect.stringContaining('红字发票'),
    text: expect.not.stringContaining('附件'),
  });
  expect(invoiceSentence('某某医药', link)).toBe(`某某医药开给您的发票已开具，登录后查看和下载：${link}`);
  expect(`${mail.subject}${mail.text}`).not.toMatch(/[¥￥]|元/);
});

const title: InvoiceTitle = {
  ...{ kind: 'ordinary', name: '某药房', taxNo: '91330106MA2AYNWD8M' },
  ...{ bank: '', bankAccount: '', address: '', phone: '', mail: '', mobile: '' },
};

it.each([
  ['fapiao@example.com', true],
  ['a.b+c_d-e@mail.example.com.cn', true],
  ['', true],
  ['a,b@example.com', false],
  ['a@b.com,c@d.com', false],
  ['"a b"@example.com', false],
  ['a@example', false],
  ['a@@example.com', false],
  ['名字@example.com', false],
  ['a\r\nBcc: b@example.com', false],
])('%j is one address of mail: %s', (mail, isFine) => {
  expect(titleFaults({ ...title, mail }).mail === undefined).toBe(isFine);
});
