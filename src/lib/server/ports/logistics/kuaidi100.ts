/** 快递100: 快递信息推送服务 (poll) and 实时查询 (poll/query.do), by its documented protocol. */
import { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import type { ParcelState } from '#lib/rules/orders/parcel-state.ts';
import { siteAddress } from '../../core/process/site-address.ts';
import { findCarrier, needsPhone } from './carriers.ts';
import { findMoment, isSame, md5, sendForm } from './line.ts';
import type { LogisticsProvider, Parcel, ParcelEvent } from './port.ts';

export interface Kuaidi100Keys {
  /** 授权key. */
  key: string;
  customer: string;
  /** Our salt, with which they sign their pushes. */
  salt: string;
  endpoint: string;
}

const said = z.object({
  result: z.boolean(),
  returnCode: z.coerce.string(),
  message: z.string().default(''),
});

/** 4: each line has a state of its own. */
const withStates = '4';

/** returnCode of an accepted subscription: new, or existing. */
const taken: ReadonlySet<string> = new Set(['200', '501']);
/** returnCode of a query that found nothing yet. */
const nothingYet = '500';

const line = z.object({
  ftime: z.string().optional(),
  time: z.string().optional(),
  context: z.string(),
  statusCode: z.coerce.string().optional(),
});
const result = z.object({
  nu: z.string().min(1),
  com: z.string().default(''),
  state: z.coerce.string().default(''),
  data: z.array(line).default([]),
});
const push = z.object({
  comOld: z.string().nullish(),
  lastResult: result,
});

/** 主状态; longer codes (高级状态) begin with it. */
const states: Record<string, ParcelState> = {
  '0': 'moving',
  '1': 'taken',
  '2': 'trouble',
  '3': 'signed',
  '4': 'returned',
  '5': 'delivering',
  '6': 'returned',
  '7': 'moving',
  '8': 'moving',
  '14': 'returned',
  // 待揽收 and 已下单: not picked up yet.
  '101': 'sent',
  '102': 'sent',
  // 销单.
  '401': 'trouble',
};

/** The state of a code; null for none. 10xx and 10–13 are in transit. */
export function stateOfKuaidi100(code: string): ParcelState | null {
  const known = states[code];
  if (known !== undefined) return known;
  if (code.length === 3) return states[code.slice(0, 1)] ?? null;
  return /^1\d(\d\d)?$/.test(code) ? 'moving' : null;
}

/** Their lines, newest first, as events, oldest first. The newest gets the parcel's state where it has none. */
function eventsOf({ data, state }: z.infer<typeof result>): ParcelEvent[] {
  const events = data.map(({ ftime, time, context, statusCode = '' }, index) => {
    const at = findMoment(ftime ?? time ?? '');
    if (at === null) throw new AppError(422, '物流时间看不懂');
    const own = stateOfKuaidi100(statusCode) ?? (index === 0 ? stateOfKuaidi100(state) : null);
    return { at, text: context.trim(), state: own ?? 'moving' };
  });
  return events.toReversed();
}

/** The provider with these keys. */
export function kuaidi100({ key, customer, salt, endpoint }: Kuaidi100Keys): LogisticsProvider {
  const provider = { key: 'kuaidi100' };
  const phoneOf = ({ code, phone }: Parcel) => (needsPhone('kuaidi100', code) ? { phone } : {});
  return {
    ...provider,
    name: '快递100',
    // Their terms: at most every half hour for a parcel, or the account is locked.
    askEvery: 6 * 60 * 60_000,
    codeOf: (carrier) => findCarrier(carrier)?.kuaidi100 ?? null,

    async subscribe(parcel) {
      const param = JSON.stringify({
        company: parcel.code,
        number: parcel.trackingNo,
        key,
        parameters: {
          callbackurl: `${siteAddress()}/api/logistics/notify/kuaidi100`,
          salt,
          resultv2: withStates,
          ...phoneOf(parcel),
        },
      });
      const answer = said.parse(await sendForm(provider, `${endpoint}/poll`, { schema: 'json', param }));
      if (!taken.has(answer.returnCode))
        throw new Error(`kuaidi100: poll ${answer.returnCode} ${answer.message}`);
    },

    async query(parcel) {
      const param = JSON.stringify({
        com: parcel.code,
        num: parcel.trackingNo,
        ...phoneOf(parcel),
        resultv2: withStates,
        show: '0',
        order: 'desc',
      });
      const sign = md5(param + key + customer).toUpperCase();
      const answer = await sendForm(provider, `${endpoint}/poll/query.do`, { customer, sign, param });
      const refused = said.safeParse(answer);
      if (refused.success && !refused.data.result) {
        const { returnCode, message } = refused.data;
        if (returnCode === nothingYet) return [];
        throw new Error(`kuaidi100: query ${returnCode} ${message}`);
      }
      const found = result.parse(answer);
      if (found.nu !== parcel.trackingNo)
        throw new Error(`kuaidi100: asked ${parcel.trackingNo}, told ${found.nu}`);
      return eventsOf(found);
    },

    notify(raw) {
      const form = new URLSearchParams(Buffer.from(raw).toString());
      const param = form.get('param') ?? '';
      if (!isSame((form.get('sign') ?? '').toUpperCase(), md5(param + salt).toUpperCase()))
        throw new AppError(403, '推送签名不正确');
      const read = push.safeParse(parse(param));
      if (!read.success) throw new AppError(422, '推送内容看不懂');
      const { comOld, lastResult } = read.data;
      return [
        {
          codes: [lastResult.com, comOld ?? ''].filter((code) => code !== ''),
          trackingNo: lastResult.nu,
          events: eventsOf(lastResult),
        },
      ];
    },

    acknowledge: (refusal) => ({
      status: refusal === null ? 200 : statusOf(refusal.code),
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify({
        result: refusal === null,
        returnCode: refusal === null ? '200' : '500',
        message: refusal?.message ?? '成功',
      }),
    }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
