/**
 * Help, news and zones describe the product on the day of the build. In them 「」 surrounds words on the screen, links
 * are paths, `promises` in the front matter names the calls and pages that a text rests on, and `denies` the systems
 * that a text says do not exist.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { api } from '#lib/contract/api.ts';
import { routes } from '#lib/contract/routes.ts';
import { orderStates } from '#lib/rules/orders/order-state.ts';
import type { Found } from './lines.ts';

const src = resolve(import.meta.dirname, '../../src');
/** The words on the screen: the sources of pages, without their comments. */
const screen = globSync('{islands,components,layouts,pages,lib}/**/*.{ts,tsx,astro}', { cwd: src })
  .map((file) => readFileSync(resolve(src, file), 'utf8'))
  .map((text) => text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm, ''))
  .join('\n');

/** The words in 「」 that no source contains. */
export function wordsNowhere(text: string): string[] {
  return [...text.matchAll(/「([^」]*)」/g)].flatMap(([, word = '']) =>
    screen.includes(word) ? [] : [word],
  );
}

/** The names in a head's `promises` that are neither a call nor a page. */
export function promisesBroken(text: string): string[] {
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
  [/直播/, '/api/live'],
  [/拍卖|竞拍/, '/api/auction'],
  [/支付宝/, 'payments/alipay'],
  [/微信支付/, 'payments/wechat'],
  [/对公转账|待核款/, 'payments/bank-transfer'],
];

const paths = [
  ...Object.keys(routes),
  ...Object.values(api).map((call) => call.path),
  ...globSync('payments/*.ts', { cwd: resolve(src, 'lib/server/ports') }).map((file) =>
    file.replace(/\.ts$/, ''),
  ),
  ...Object.values(orderStates).flatMap(({ may }) => may.map((verb) => `order verb ${verb}`)),
];
const isThere = (path: string) => paths.some((there) => there.startsWith(path));

/** The systems that a text promises and that are not there; a line that denies them promises nothing. */
export function systemsMissing(text: string): string[] {
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

/** True for a line that says that something is not, or no longer, possible in the shop. */
function denies(line: string): boolean {
  return /(还|暂|暂时|目前|现在|网上)(还|都)?(不能|不可以|不支持|无法|没有开[放通]|未开[放通])|不再支持|尚(不|未)(能|支持|开)|敬请期待|即将(上线|开[放通])/.test(
    line,
  );
}

/**
 * Lines that deny something that exists, or without a name in `denies` of the front matter: a name is that of a missing
 * system whose words are in the line. Names that no line needs are wrong as well.
 */
export function denialsWrong(text: string): string[] {
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

/** What a buyer can do in the shop, and its words: a line that sends them to the phone for it is outdated. */
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
export function sentAway(text: string): string[] {
  return bodyOf(text)
    .split('\n')
    .filter((line) => /(打|拨打|找|联系|交给|登记).{0,12}(热线|客服|经理)/.test(line))
    .flatMap((line) =>
      ways
        .filter(([subject, path, way]) => isThere(path) && subject.test(line) && !way.test(line))
        .map(([, path]) => `${path}: ${line}`),
    );
}

/** A sentence for each claim of a text that the shop does not fulfil. */
export function textMistakes(text: string): Found[] {
  const lineOf = (said: string) => said.replace(/^\S+: /, '');
  return [
    ...wordsNowhere(text).map((word) => ({
      sentence: `页面上没有「${word}」这几个字，请照按钮和提示原样写`,
      quote: `「${word}」`,
    })),
    ...unmarkedWords(text).map((quote) => ({ sentence: `${quote}：屏幕上的字请放在「」里`, quote })),
    ...promisesBroken(text).map((name) => ({ sentence: `promises 里的 ${name} 不存在`, field: 'promises' })),
    ...systemsMissing(text).map((said) => ({ sentence: `说到了没有的功能（${said}）`, quote: lineOf(said) })),
    ...sentAway(text).map((said) => ({
      sentence: `这件事可以在网上办，请写明在哪里（${said}）`,
      quote: lineOf(said),
    })),
    ...denialsWrong(text).map((said) => ({
      sentence: `说没有的其实有，或没有写进 denies（${said}）`,
      ...(denies(said) ? { quote: said } : { field: 'denies' }),
    })),
  ];
}

/** Words of the screen in other quotation marks, so that they cannot be looked for. */
function unmarkedWords(text: string): string[] {
  return text.match(/(?:点击?|按钮|显示|提示|状态是)“[^”]*”/g) ?? [];
}
