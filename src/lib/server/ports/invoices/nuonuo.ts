/** 诺诺 (诺税通): 数电票 by its documented protocol. docs/providers/nuonuo.md says how it is set up. */
import { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import { findYuan } from '#lib/rules/money/money.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import { currentTime } from '../../core/process/clock.ts';
import { callNuonuo, fetchNuonuoFile, type NuonuoKeys, nuonuoCodes } from './nuonuo-line.ts';
import { nuonuoRed } from './nuonuo-red.ts';
import { faultOf, type InvoiceResult, invoiceResult, orderOf, standingOf } from './nuonuo-words.ts';
import {
  type InvoicePort,
  type IssueAnswer,
  type PortAsked,
  type PortFile,
  PortRefusal,
  type PortSeller,
  type SessionStanding,
} from './port.ts';

/** How a port that speaks 诺诺's protocol is named, and where its notices go. */
export interface NuonuoFace {
  key: string;
  name: string;
  notifyUrl: () => string;
  agreement?: InvoicePort['agreement'];
}

const capabilities: InvoicePort['capabilities'] = {
  lines: 2000,
  // Under the ten digits of the form, in fen.
  gross: 9_999_999_999,
  remark: 200,
  form: ['net', 'discount'],
  files: ['xml', 'pdf', 'ofd'],
  session: true,
  quota: true,
  inbound: true,
  byHand: false,
};

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((given) => String(given ?? ''));
const certification = z.object({ certificationStatus: text });
const qrCode = z.object({ qrCode: text, endTime: text, message: text, authId: text });
const creditLine = z.object({ totalCreditLine: text, usedCreditLine: text });

/** certificationStatus where the drawer has to act: 0 of queryType 2 logged out, 2 of queryType 1 not identified. */
const loggedOut = '0';
const notIdentified = '2';
/** queryType of getQrCode: what 诺诺 holds, and a new one of the bureau (one a minute, 20 a day). */
const qrTypes = { login: { held: '3', fresh: '2' }, verify: { held: '1', fresh: '0' } } as const;
type Purpose = keyof typeof qrTypes;

/** The bureau tells a proof of identity again every half minute at most, 20 times a day; a code lives for five minutes. */
const refreshAfter = 60_000;
/** When this process had it told last, by tax number. */
const refreshed = new Map<string, number>();

/** The port with these keys. */
export function nuonuo(face: NuonuoFace, keys: NuonuoKeys): InvoicePort {
  /** A call that has to succeed. */
  const call = async (seller: PortSeller, method: string, values: object): Promise<unknown> => {
    const { code, text: words, result } = await callNuonuo(keys, seller, method, values);
    if (code !== nuonuoCodes.done) throw new PortRefusal(code, words);
    return result ?? {};
  };

  const find = async ({ seller, serial }: PortAsked): Promise<InvoiceResult | null> => {
    const {
      code,
      text: words,
      result,
    } = await callNuonuo(keys, seller, 'queryInvoiceResult', {
      orderNos: [serial],
      isOfferInvoiceDetail: '0',
    });
    if (code === nuonuoCodes.unknown) return null;
    if (code !== nuonuoCodes.done) throw new PortRefusal(code, words);
    const found = z.array(invoiceResult).parse(Array.isArray(result) ? result : [result]);
    return found.find(({ orderNo }) => orderNo === serial) ?? null;
  };

  const query = async (asked: PortAsked): Promise<IssueAnswer> => {
    const found = await find(asked);
    return found === null ? { state: 'unknown' } : standingOf(found);
  };

  /** A new code is asked for at a press alone: pages and the job look far more often than the bureau gives codes. */
  const qr = async (seller: PortSeller, purpose: Purpose, renew: boolean) => {
    const { held, fresh } = qrTypes[purpose];
    if (renew) await call(seller, 'getQrCode', { queryType: fresh });
    return qrCode.parse(await call(seller, 'getQrCode', { queryType: held }));
  };

  const stateOf = async (seller: PortSeller): Promise<SessionStanding['state']> => {
    const status = async (queryType: string) =>
      certification.parse(await call(seller, 'getCertificationStatus', { queryType })).certificationStatus;
    if ((await status('2')) === loggedOut) return 'login';
    return (await status('1')) === notIdentified ? 'verify' : 'open';
  };

  /** After the scan the bureau is asked to complete it, whatever it answers; the state tells what came of it. */
  const complete = async (seller: PortSeller, purpose: Purpose, authId: string): Promise<void> => {
    if (purpose === 'login') {
      await callNuonuo(keys, seller, 'verifyComplete', { queryType: '0' });
      return;
    }
    const now = currentTime().getTime();
    if (now - (refreshed.get(seller.taxNo) ?? 0) < refreshAfter) return;
    refreshed.set(seller.taxNo, now);
    await callNuonuo(keys, seller, 'getCertificationStatus', { queryType: '0', authId });
  };

  return {
    key: face.key,
    name: face.name,
    capabilities,

    missing: keys.tokens.missing,
    ...(face.agreement && { agreement: face.agreement }),

    async session(seller, renew): Promise<SessionStanding> {
      const open = { state: 'open', until: null, qr: null, text: '已登录电子税务局，可以开票' } as const;
      const state = await stateOf(seller);
      if (state === 'open') return open;
      const found = await qr(seller, state, renew);
      const until = findEnd(found.endTime);
      const isShown = found.qrCode !== '' && (until === null || until > currentTime());
      if (isShown && !renew) {
        await complete(seller, state, found.authId);
        if ((await stateOf(seller)) === 'open') return open;
      }
      const what = state === 'login' ? '登录' : '完成身份认证';
      const lacking = renew ? '正在取二维码，几秒后显示' : '没有可用的二维码，请点“扫码登录”';
      return {
        state,
        until,
        qr: isShown ? pictureOf(found.qrCode) : null,
        text: isShown
          ? `请开票员用电子税务局App扫码${what}，完成后本页自动更新`
          : found.qrCode === ''
            ? found.message || lacking
            : '二维码已过期，请点“扫码登录”换一个',
      };
    },

    async quota(seller) {
      const found = creditLine.parse(await call(seller, 'getCreditLine', { queryType: '1' }));
      if (found.totalCreditLine === '')
        throw new PortRefusal('', '授信额度还没有从税务局取到，请一分钟后再试');
      return { total: fenOf(found.totalCreditLine), used: fenOf(found.usedCreditLine) };
    },

    async issue(request) {
      const order = orderOf(request, secondKey(request.now.getTime()), face.notifyUrl());
      const { code, text: words } = await callNuonuo(keys, request.seller, 'requestBillingNew', { order });
      if (code === nuonuoCodes.done) return { state: 'running' };
      if (code === nuonuoCodes.duplicate) {
        const standing = await query(request);
        // It was taken; that it is not found yet is a matter of seconds.
        return standing.state === 'unknown' ? { state: 'running' } : standing;
      }
      return { state: 'failed', fault: faultOf(code, words) };
    },

    query,

    async reseal(asked) {
      const found = await find(asked);
      const { code, text: words } = await callNuonuo(keys, asked.seller, 'reInvoice', {
        fpqqlsh: found?.serialNo ?? '',
        orderno: asked.serial,
      });
      if (code === nuonuoCodes.tooOften) return false;
      if (code !== nuonuoCodes.done) throw new PortRefusal(code, words);
      return true;
    },

    async files(asked) {
      const found = await find(asked);
      if (found === null) return [];
      const files: PortFile[] = [];
      for (const kind of capabilities.files) {
        const address = found[`${kind}Url`];
        const bytes = address === '' ? null : await fetchNuonuoFile(keys, address);
        if (bytes !== null) files.push({ kind, bytes });
      }
      return files;
    },

    red: nuonuoRed(keys, query),

    notify(raw) {
      const form = new URLSearchParams(Buffer.from(raw).toString());
      const serial = form.get('orderno') ?? '';
      if (form.get('operater') !== 'callback' || !/^[0-9A-Za-z_-]{1,64}$/.test(serial))
        throw new AppError(422, '通知内容看不懂');
      return [{ serial }];
    },

    acknowledge: (refusal) => ({
      status: refusal === null ? 200 : statusOf(refusal.code),
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(
        refusal === null
          ? { status: '0000', message: '同步成功' }
          : { status: '9999', message: refusal.message },
      ),
    }),
  };
}

/** A moment as they write it, Shanghai's time; null for none. */
function findEnd(written: string): Date | null {
  const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(written);
  return found === null ? null : new Date(`${found[1]}T${found[2]}+08:00`);
}

/** A code is a text to be drawn, or a picture in base64. */
function pictureOf(code: string): string {
  return /^iVBOR[0-9A-Za-z+/=\s]{60,}$/.test(code)
    ? `data:image/png;base64,${code.replaceAll(/\s/g, '')}`
    : code;
}

/** An amount of yuan, which they also write as 100000 or 1.0E7. */
function fenOf(yuan: string): number {
  return findYuan(yuan) ?? Math.round(Number(yuan) * 100);
}
