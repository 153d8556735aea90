/**
 * Help, news and zones say what the product does on the day that they are built. In them 「」 stands around words that are
 * to be read on the screen, links are paths, and `promises` in the head names the calls and pages that a text rests on.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '#lib/contract/routes.ts';
import { api } from '#lib/contract/table/api.ts';

const src = resolve(import.meta.dirname, '../../src');
const texts = globSync('content/{help,news,zones}/**/*.md', { cwd: src })
  .sort()
  .map((file) => ({ file, text: readFileSync(resolve(src, file), 'utf8') }));

/** What the screen can say: the sources of pages, without their comments. */
const screen = globSync('{islands,components,layouts,pages,lib}/**/*.{ts,tsx,astro}', { cwd: src })
  .map((file) => readFileSync(resolve(src, file), 'utf8'))
  .map((text) => text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm, ''))
  .join('\n');

/** The words in 「」 that no source says. */
function wordsNowhere(text: string): string[] {
  return [...text.matchAll(/「([^」]*)」/g)].flatMap(([, word = '']) =>
    screen.includes(word) ? [] : [word],
  );
}

/** The names in a head's `promises` that are neither a call nor a page. */
function promisesBroken(text: string): string[] {
  const [, list = ''] = /^promises: \[(.*)\]$/m.exec(text) ?? [];
  const names = list.split(/,\s*/).filter(Boolean);
  return names.filter((name) => !Object.hasOwn(name.startsWith('/') ? routes : api, name));
}

/** Words that promise a system, and the page, call or provider without which they are not true. */
const systems: [words: RegExp, path: string][] = [
  [/申请退款|申请售后|售后申请|补资料/, '/api/aftersale'],
  [/申请(电子)?发票|电子发票|开票申请/, '/api/invoice'],
  [/忘记密码|验证码重设|自助重设/, '/forget'],
  [/自助注册|三步(完成)?(注册|开户)|短信验证码(登录|注册)/, '/register'],
  [/子账号/, '/zhzx/child'],
  [/多店管理/, '/zhzx/ddgl'],
  [/每日签到|签到有礼/, '/deftyel'],
  [/积分商城|积分兑换/, '/jfsc'],
  [/在线聊天|在线客服/, '/api/chat'],
  [/支付宝/, 'payments/alipay'],
  [/微信支付/, 'payments/wechat'],
  [/对公转账|待核款/, 'payments/bank-transfer'],
];

const paths = [
  ...Object.keys(routes),
  ...Object.values(api).map((call) => call.path),
  ...globSync('payments/*.ts', { cwd: resolve(src, 'lib/server') }).map((file) => file.replace(/\.ts$/, '')),
];

/** The systems that a text promises and that are not there; a line that says so itself promises nothing. */
function systemsMissing(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      /还不能|暂不支持|不再支持/.test(line)
        ? []
        : systems
            .filter(([words, path]) => words.test(line) && !paths.some((there) => there.startsWith(path)))
            .map(([, path]) => `${path}: ${line}`),
    );
}

describe('help, news and zones', () => {
  const each = (find: (text: string) => string[]) =>
    texts.flatMap(({ file, text }) => find(text).map((what) => `${file}: ${what}`));

  it('name only words that stand on the screen', () => {
    expect(each(wordsNowhere)).toEqual([]);
  });

  it('mark the words of the screen, so that they can be looked for', () => {
    expect(each((text) => text.match(/(?:点击?|按钮|显示|提示|状态是)“[^”]*”/g) ?? [])).toEqual([]);
  });

  it('rest on calls and pages that are there', () => {
    expect(each(promisesBroken)).toEqual([]);
  });

  it('promise no system that is not there', () => {
    expect(each(systemsMissing)).toEqual([]);
  });

  it('of whom the readers find what is wrong', () => {
    expect(wordsNowhere('点「确认收货」或「一键收货」。')).toEqual(['一键收货']);
    expect(promisesBroken('promises: [pay, payTwice, /order, /nowhere]')).toEqual(['payTwice', '/nowhere']);
    expect(systemsMissing('在订单里子账号多\n网上还不能增加子账号')).toHaveLength(
      paths.includes('/zhzx/child') ? 0 : 1,
    );
  });
});
