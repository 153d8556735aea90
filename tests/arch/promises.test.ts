/**
 * Help, news and zones say what the product does on the day that they are built. In them 「」 stands around words that are
 * to be read on the screen, links are paths, `promises` in the head names the calls and pages that a text rests on, and
 * `denies` the systems that a text says are not there.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  denialsWrong,
  promisesBroken,
  sentAway,
  systemsMissing,
  wordsNowhere,
} from '../../scripts/content/promises.ts';

const src = resolve(import.meta.dirname, '../../src');
const texts = globSync('content/{help,news,zones}/**/*.md', { cwd: src })
  .sort()
  .map((file) => ({ file, text: readFileSync(resolve(src, file), 'utf8') }));

describe('help, news and zones', () => {
  it('call joining the shop 注册, as the buttons do: 开户 is what a bank does', () => {
    // What people agreed to is rewritten with its version alone.
    const own = texts.filter(({ file }) => file !== 'content/help/fwbz/yszc.md');
    const others = ['content/help/groups.yaml', 'pages/help/index.astro', 'demo/seed/slots.ts'].map(
      (file) => ({ file, text: readFileSync(resolve(src, file), 'utf8') }),
    );
    const lines = [...own, ...others].flatMap(({ file, text }) =>
      (text.match(/开户(?!行|银行|信息|与开票).*/g) ?? []).map((line) => `${file}: ${line}`),
    );
    expect(lines).toEqual([]);
  });

  it('of whom the readers find what is wrong', () => {
    expect(
      sentAway('缺药检报告的，请打客服热线，由商家补寄。\n少发的，找 QQ 客服。\n把新证交给客户经理。'),
    ).toHaveLength(3);
    expect(sentAway('缺药检报告的点「向商家索取」，仍没有的打热线。\n对金额有疑问请打热线。')).toEqual([]);
    expect(wordsNowhere('点「确认收货」或「一键收货」。')).toEqual(['一键收货']);
    expect(promisesBroken('promises: [pay, payTwice, /order, /nowhere]')).toEqual(['payTwice', '/nowhere']);
    expect(systemsMissing('在[拍卖场](/x)里问\n现在还不能拍卖')).toEqual([
      '/api/auction: 在[拍卖场](/x)里问',
    ]);
    const invoice = '网上还不能申请发票，请打客服热线。';
    expect(denialsWrong(invoice)).toEqual([invoice]);
    expect(denialsWrong(`denies: [/api/invoice]\n${invoice}`)).toEqual([invoice]);
    expect(sentAway(invoice)).toHaveLength(1);
    expect(denialsWrong('没有列出的暂不支持。')).toEqual(['没有列出的暂不支持。']);
    expect(denialsWrong('denies: [/api/auction]\n现在还不能参加拍卖。')).toEqual([]);
    expect(denialsWrong('现在还不能参加拍卖。')).toHaveLength(1);
    expect(denialsWrong('denies: [/api/auction]\n打热线。')).toEqual(['/api/auction']);
  });
});
