/**
 * The providers and places of the environment: which are set, and whether they work, by a call that changes nothing. No
 * value of a key is ever read out.
 */

import { AppError } from '#lib/contract/errors.ts';
import type { ProvidersList, TriedProvider, TryProviderValues } from '#lib/contract/settings.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { openStore } from '../backup/open-store.ts';
import type { Context } from '../core/context.ts';
import { newestBackup } from '../core/metrics/newest-backup.ts';
import { env } from '../core/process/env.ts';
import { log } from '../core/process/log.ts';
import { openFiles } from '../ports/files/store.ts';
import { findNuonuo } from '../ports/invoices/providers.ts';
import { logisticsProviders } from '../ports/logistics/providers.ts';
import { mailProvider } from '../ports/mail/providers.ts';
import { findRemote } from '../ports/payments/providers.ts';
import { smsProviders } from '../ports/sms/providers.ts';
import { checkWechat, findWechat, isDemoWechat } from '../ports/wechat-line.ts';

interface Row {
  group: string;
  name: string;
  /** The names in .env, for the person who sets them. */
  settings: string;
  /** What the shop is without it. */
  without: string;
  /** The call, with its result in words where there is one; null where the provider is not set. */
  call: () => ((now: Date) => Promise<string>) | null;
  /** It is set, and there is nobody to be called. */
  isSet?: () => boolean;
}

/** A number that no payment, parcel or invoice has. */
const unknownNo = 'CHECK0000000001';

function payment(key: string): Row['call'] {
  return () => {
    const remote = findRemote(key);
    if (remote === undefined) return null;
    return async (now) => {
      await remote.query({ payNo: unknownNo, since: now, now });
      return '已连通，密钥有效';
    };
  };
}

function sms(key: string): Row['call'] {
  return () => {
    const provider = smsProviders().find((one) => one.key === key);
    if (provider === undefined) return null;
    return async () => {
      await provider.check();
      return '已连通，验证码模板可用';
    };
  };
}

function logistics(key: string): Row['call'] {
  return () => {
    const provider = logisticsProviders().find((one) => one.key === key);
    if (provider === undefined) return null;
    return async (now) => {
      const code = provider.codeOf('圆通速递') ?? '';
      await provider.query({ code, trackingNo: 'YT0000000000001', phone: '', sentAt: now, now });
      return '已连通，密钥有效';
    };
  };
}

const invoices: Row['call'] = () => {
  const found = findNuonuo();
  if (found === null) return null;
  return async (now) => {
    const seller = await found.tokens.findAny();
    if (seller === null) return '密钥已填，还没有商家授权，未能试连';
    const nobody = { name: '', bank: '', bankAccount: '', address: '', phone: '', drawer: '' };
    await found.port.query({ seller: { ...nobody, ...seller }, serial: unknownNo, now });
    return `已连通，税号${seller.taxNo}的令牌有效`;
  };
};

const rows: Readonly<Record<string, Row>> = {
  wechat: {
    group: '付款',
    name: '微信支付',
    settings: 'WECHAT_PAY_…',
    without: '买家不能用微信付款',
    call: payment('wechat'),
  },
  alipay: {
    group: '付款',
    name: '支付宝',
    settings: 'ALIPAY_…',
    without: '买家不能用支付宝付款',
    call: payment('alipay'),
  },
  bank: {
    group: '付款',
    name: '对公转账',
    settings: 'BANK_…',
    without: '买家不能对公转账',
    call: () => null,
    isSet: () => env().BANK_ACCOUNT_NO !== undefined,
  },
  sandbox: {
    group: '付款',
    name: '模拟收银台',
    settings: 'DEMO',
    without: '只在演示里有',
    call: payment('sandbox'),
  },
  aliyun: {
    group: '短信',
    name: '阿里云短信',
    settings: 'SMS_ALIYUN_…',
    without: '两家短信都没有时，买家不能自助注册和重设密码',
    call: sms('aliyun'),
  },
  tencent: {
    group: '短信',
    name: '腾讯云短信',
    settings: 'SMS_TENCENT_…',
    without: '第一家发不出时没有后备',
    call: sms('tencent'),
  },
  smtp: {
    group: '邮件',
    name: 'SMTP',
    settings: 'SMTP_URL、MAIL_FROM',
    without: '发票不发到收票邮箱，买家在网站下载',
    call() {
      const provider = mailProvider();
      if (provider === null || provider.key === 'demo') return null;
      return async () => {
        await provider.check();
        return '已连通，可以登录';
      };
    },
  },
  wechat_login: {
    group: '登录',
    name: '微信扫码登录',
    settings: 'WECHAT_APP_ID、WECHAT_APP_SECRET',
    without: '买家不能用微信登录',
    call() {
      const line = findWechat();
      if (line === null || isDemoWechat()) return null;
      return async () => {
        await checkWechat(line);
        return '已连通，密钥有效';
      };
    },
  },
  kuaidi100: {
    group: '物流',
    name: '快递100',
    settings: 'KUAIDI100_…',
    without: '没有物流服务时，买家看不到包裹走到哪里',
    call: logistics('kuaidi100'),
  },
  kdniao: {
    group: '物流',
    name: '快递鸟',
    settings: 'KDNIAO_…',
    without: '没有物流服务时，买家看不到包裹走到哪里',
    call: logistics('kdniao'),
  },
  nuonuo: {
    group: '发票',
    name: '诺诺',
    settings: 'NUONUO_…',
    without: '没有开票渠道时，商家在电子税务局手工开票并登记号码',
    call: invoices,
  },
  files: {
    group: '存储',
    name: '企业文件',
    settings: 'FILES_TO',
    without: '存在本机的文件夹里，多台机器时须设置',
    call: () => tryFiles,
    isSet: () => env().FILES_TO !== undefined,
  },
  backup: {
    group: '存储',
    name: '备份',
    settings: 'BACKUP_TO、BACKUP_KEY',
    without: '备份在本机的文件夹里，且不加密',
    call: () => tryBackup,
    isSet: () => env().BACKUP_KEY !== undefined,
  },
};

async function tryFiles(): Promise<string> {
  const store = await openFiles();
  const bytes = Buffer.from('check');
  await store.put('check', 'stored', bytes);
  const read = await store.find('check', 'stored');
  await store.remove('check');
  if (read === undefined || !read.equals(bytes)) throw new Error('the file was read as another one');
  return '可以写入、读出和删除';
}

async function tryBackup(now: Date): Promise<string> {
  const store = await openStore(env().BACKUP_TO);
  try {
    await store.list();
  } finally {
    store.close();
  }
  const newest = await newestBackup(now.getTime());
  return newest === 0 ? '可以读取，还没有备份' : `可以读取，最近的备份：${dayKey(newest * 1000)}`;
}

/** The providers of the environment, for the page of settings. */
export function listProviderStates(): ProvidersList {
  const isDemo = env().DEMO;
  return {
    list: Object.entries(rows).flatMap(([key, { group, name, settings, without, call, isSet }]) => {
      if (key === 'sandbox' && !isDemo) return [];
      const mayTry = call() !== null;
      return [
        {
          key,
          group,
          name,
          settings,
          is_set: (isSet?.() ?? mayTry) ? (1 as const) : (0 as const),
          note: without,
          may_try: mayTry ? (1 as const) : (0 as const),
        },
      ];
    }),
  };
}

/**
 * `POST /api/desk/providers/{key}/try`: calls the provider once; what it says goes to the log, and a sentence to the
 * person. Throws 404 for an unknown one, and one that is not set.
 */
export async function tryProvider(
  { now }: Context<'platform'>,
  { key }: TryProviderValues,
): Promise<TriedProvider> {
  const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
  const call = row?.call() ?? null;
  if (row === undefined || call === null) throw new AppError(404, '没有设置这项服务');
  const started = performance.now();
  const done = (isOk: 0 | 1, text: string): TriedProvider => ({
    key,
    is_ok: isOk,
    text,
    ms: Math.round(performance.now() - started),
  });
  try {
    return done(1, await call(now));
  } catch (error) {
    log().warn({ provider: key, err: error }, 'a provider does not work');
    return done(0, `没有成功：${reasonOf(error)}。请核对${row.settings}和服务商后台，详情在服务日志里`);
  }
}

/** What the provider said, without anything of ours: keys stand in no message, and only its first words are shown. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '未知错误';
  if (error.name === 'TimeoutError' || /timeout|timed out/i.test(error.message)) return '没有答复';
  return error.message.slice(0, 120);
}
