/**
 * Help, news and zones say what the product does on the day that they are built. In them 「」 stands around words that are
 * to be read on the screen, links are paths, `promises` in the head names the calls and pages that a text rests on, and
 * `denies` the systems that a text says are not there.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '#lib/contract/routes.ts';
import { api } from '#lib/contract/table/api.ts';
import { orderStates } from '#lib/rules/orders/order-state.ts';

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
  ...Object.values(orderStates).flatMap(({ may }) => may.map((verb) => `order verb ${verb}`)),
];
const isThere = (path: string) => paths.some((there) => there.startsWith(path));

/** The systems that a text promises and that are not there; a line that denies them promises nothing. */
function systemsMissing(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      denies(line)
        ? []
        : systems
            .filter(([words, path]) => words.test(line) && !isThere(path))
            .map(([, path]) => `${path}: ${line}`),
    );
}

/** True of a line that says that something cannot be done in the shop yet, or no more. */
function denies(line: string): boolean {
  return /(还|暂|暂时|目前|现在|网上)(还|都)?(不能|不可以|不支持|无法|没有开[放通]|未开[放通])|不再支持|尚(不|未)(能|支持|开)|敬请期待|即将(上线|开[放通])/.test(
    line,
  );
}

/**
 * Lines that deny what is there, or that no name of `denies` in the head stands for: a name is that of a system, is not
 * there, and its words are in the line. Names that no line needs are wrong as well.
 */
function denialsWrong(text: string): string[] {
  const marked = new Set(/^denies: \[(.*)\]$/m.exec(text)?.[1]?.split(/,\s*/).filter(Boolean));
  const wrong = bodyOf(text)
    .split('\n')
    .filter(denies)
    .filter((line) => {
      const subjects = [...systems, ...ways].filter(([words]) => words.test(line)).map(([, path]) => path);
      const named = subjects.filter((path) => marked.delete(path));
      return named.length === 0 || subjects.some(isThere);
    });
  return [...wrong, ...marked];
}

function bodyOf(text: string): string {
  const [, , body = text] = text.split(/^---$/m);
  return body;
}

/** What a buyer can do in the shop, and the words for it: a line that sends them to the telephone for it is of an older day. */
const ways: [subject: RegExp, path: string, way: RegExp][] = [
  [
    /随货同行单|药检报告|检验报告|首营资料|缺资料/,
    '/order/papers/[id]',
    /「补资料」|「收货资料」|「向商家索取」/,
  ],
  [
    /退换|退款|少发|错发|破损|批号/,
    '/order/sh',
    /「申请售后」|「申请退款」|售后服务|售后单|\/help\/zfps\/ypth/,
  ],
  [/催(货|办|发货)|没有发货/, '/api/order/{no}/hurry', /「催发货」/],
  [/门店账号|(增减|开通|登记|停用).{0,6}账号/, '/zhzx/child', /子账号/],
  [/办理开户|开户登记|交给客户经理/, '/register/step1', /会员注册|上传/],
  [/(申请|索取|补开|开具|需要|没有?收到|缺).{0,6}发票/, 'order verb invoice', /「索取发票」|「补资料」/],
  [/经营范围/, '/zhzx/bgzl', /变更企业资料/],
  [/手机号/, '/zhzx/basic', /「更换手机号」|收不到/],
];

/** Lines that name the telephone or a person of the platform's for what the shop itself does, and not where. */
function sentAway(text: string): string[] {
  return bodyOf(text)
    .split('\n')
    .filter((line) => /(打|拨打|找|联系|交给|登记).{0,12}(热线|客服|经理)/.test(line))
    .flatMap((line) =>
      ways
        .filter(([subject, path, way]) => isThere(path) && subject.test(line) && !way.test(line))
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

  it('send nobody to the telephone for what the shop does itself', () => {
    expect(each(sentAway)).toEqual([]);
  });

  it('deny only what is marked and not there', () => {
    expect(each(denialsWrong)).toEqual([]);
  });

  it('call joining the shop 注册, as the buttons do: 开户 is what a bank does', () => {
    // What people agreed to is rewritten with its version alone.
    const own = texts.filter(({ file }) => file !== 'content/help/fwbz/yszc.md');
    const others = ['content/help/groups.yaml', 'pages/help/index.astro', 'lib/server/db/seed/slots.ts'].map(
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
    expect(systemsMissing('在[在线聊天](/x)里问\n现在还不能在线聊天')).toEqual([
      '/api/chat: 在[在线聊天](/x)里问',
    ]);
    const invoice = '网上还不能申请发票，请打客服热线。';
    expect(denialsWrong(invoice)).toEqual([invoice]);
    expect(denialsWrong(`denies: [/api/invoice]\n${invoice}`)).toEqual([invoice]);
    expect(sentAway(invoice)).toHaveLength(1);
    expect(denialsWrong('没有列出的暂不支持。')).toEqual(['没有列出的暂不支持。']);
    expect(denialsWrong('denies: [/api/chat]\n现在还不能在线聊天。')).toEqual([]);
    expect(denialsWrong('现在还不能在线聊天。')).toHaveLength(1);
    expect(denialsWrong('denies: [/api/chat]\n打热线。')).toEqual(['/api/chat']);
  });
});
