/** 快递鸟: 物流跟踪 (1008, pushed as 101) with 即时查询 (1002), or 在途监控 (8008, 102, 8001), by its documented protocol. */
import { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import type { ParcelState } from '#lib/rules/orders/parcel-state.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import { findCarrier, needsPhone } from './carriers.ts';
import { findMoment, isSame, md5, sendForm } from './line.ts';
import type { LogisticsProvider, Parcel, ParcelEvent } from './port.ts';

export interface KdniaoKeys {
  /** 用户ID (EBusinessID). */
  id: string;
  /** API key. */
  key: string;
  /** 在途监控 is subscribed: separate states for 派件 and 退件. */
  isPlus: boolean;
  endpoint: string;
}

/** base64 of the hex digits of MD5 over the text and the key. */
export function signKdniao(data: string, key: string): string {
  return Buffer.from(md5(data + key)).toString('base64');
}

const said = z.object({ Success: z.boolean(), Reason: z.string().nullish() });
const trace = z.object({
  AcceptTime: z.string(),
  AcceptStation: z.string(),
  Action: z.coerce.string().nullish(),
});
const parcelSaid = said.extend({
  ShipperCode: z.string(),
  LogisticCode: z.string(),
  State: z.coerce.string().nullish(),
  StateEx: z.coerce.string().nullish(),
  Traces: z.array(trace).nullish(),
});
const push = z.object({ EBusinessID: z.coerce.string(), Data: z.array(parcelSaid) });

/** State, StateEx and Action. */
const states: Record<string, ParcelState> = {
  '1': 'taken',
  '2': 'moving',
  '201': 'moving',
  '202': 'delivering',
  '211': 'delivering',
  '3': 'signed',
  '301': 'signed',
  '302': 'signed',
  '304': 'signed',
  '311': 'signed',
  '4': 'trouble',
  '404': 'returned',
};

/** The state of a code; null for none (0: 无轨迹). */
export function stateOfKdniao(code: string): ParcelState | null {
  return states[code] ?? (code.length === 3 ? (states[code.slice(0, 1)] ?? null) : null);
}

function eventsOf({ Traces, State, StateEx }: z.infer<typeof parcelSaid>): ParcelEvent[] {
  const traces = Traces ?? [];
  const whole = stateOfKdniao(StateEx ?? '') ?? stateOfKdniao(State ?? '');
  return traces.map(({ AcceptTime, AcceptStation, Action }, index) => {
    const at = findMoment(AcceptTime);
    if (at === null) throw new AppError(422, '物流时间看不懂');
    const isNewest = index === traces.length - 1;
    const own = stateOfKdniao(Action ?? '') ?? (isNewest ? whole : null);
    return { at, text: AcceptStation.trim(), state: own ?? 'moving' };
  });
}

/** The provider with these keys. */
export function kdniao({ id, key, isPlus, endpoint }: KdniaoKeys): LogisticsProvider {
  const provider = { key: 'kdniao' };

  function ask(address: string, type: string, { code, trackingNo, phone }: Parcel): Promise<unknown> {
    const data = JSON.stringify({
      ShipperCode: code,
      LogisticCode: trackingNo,
      ...(needsPhone('kdniao', code) && { CustomerName: phone.slice(-4) }),
    });
    return sendForm(provider, `${endpoint}${address}`, {
      RequestData: data,
      EBusinessID: id,
      RequestType: type,
      DataSign: signKdniao(data, key),
      DataType: '2',
    });
  }

  return {
    ...provider,
    name: '快递鸟',
    askEvery: 6 * 60 * 60_000,
    codeOf: (carrier) => findCarrier(carrier)?.kdniao ?? null,

    async subscribe(parcel) {
      const answer = said.parse(await ask('/api/dist', isPlus ? '8008' : '1008', parcel));
      if (!answer.Success) throw new Error(`kdniao: subscribe ${answer.Reason ?? ''}`);
    },

    async query(parcel) {
      const answer = await ask('/Ebusiness/EbusinessOrderHandle.aspx', isPlus ? '8001' : '1002', parcel);
      const { Success, Reason } = said.parse(answer);
      if (!Success) throw new Error(`kdniao: query ${Reason ?? ''}`);
      const found = parcelSaid.parse(answer);
      if (found.LogisticCode !== parcel.trackingNo)
        throw new Error(`kdniao: asked ${parcel.trackingNo}, told ${found.LogisticCode}`);
      return eventsOf(found);
    },

    notify(raw) {
      const form = new URLSearchParams(Buffer.from(raw).toString());
      const data = form.get('RequestData') ?? '';
      if (!isSame(form.get('DataSign') ?? '', signKdniao(data, key)))
        throw new AppError(403, '推送签名不正确');
      const read = push.safeParse(parse(data));
      if (!read.success) throw new AppError(422, '推送内容看不懂');
      if (read.data.EBusinessID !== id) throw new AppError(403, '推送的用户ID不正确');
      return read.data.Data.map((one) => ({
        codes: [one.ShipperCode],
        trackingNo: one.LogisticCode,
        events: eventsOf(one),
      }));
    },

    acknowledge: (refusal, now) => ({
      status: refusal === null ? 200 : statusOf(refusal.code),
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify({
        EBusinessID: id,
        UpdateTime: secondKey(now.getTime()),
        Success: refusal === null,
        Reason: refusal?.message ?? '',
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
