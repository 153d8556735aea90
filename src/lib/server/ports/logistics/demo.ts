/** The demo's carrier: its parcels are not carried by anybody, so they move by the clock, and every line says so. */
import { AppError, statusOf } from '#lib/contract/errors.ts';
import type { ParcelState } from '#lib/rules/orders/parcel-state.ts';
import type { LogisticsProvider, ParcelEvent } from './port.ts';

const hour = 3_600_000;

/** Hours after sending. */
const way: readonly { after: number; text: string; state: ParcelState }[] = [
  { after: 1, text: '快递员已揽收', state: 'taken' },
  { after: 4, text: '快件离开发货地分拨中心', state: 'moving' },
  { after: 16, text: '快件到达目的地分拨中心', state: 'moving' },
  { after: 21, text: '快件到达目的地营业部', state: 'moving' },
  { after: 23, text: '快递员正在派送，请保持电话畅通', state: 'delivering' },
  { after: 26, text: '已签收，感谢使用', state: 'signed' },
];

/** One of this many parcels stops after its first leg, so that a desk has one to look at. */
const stuckEvery = 9;

/** How far a parcel of the demo has come. */
export function demoWay(trackingNo: string, sentAt: Date, now: Date): ParcelEvent[] {
  const sum = [...trackingNo].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9_973, 7);
  const steps = sum % stuckEvery === 0 ? way.slice(0, 2) : way;
  return steps
    .map(({ after, text, state }) => ({
      at: new Date(sentAt.getTime() + after * hour),
      text: `【演示】${text}`,
      state,
    }))
    .filter(({ at }) => at <= now);
}

export const demoLogistics: LogisticsProvider = {
  key: 'demo',
  name: '演示物流',
  askEvery: 5 * 60_000,
  codeOf: () => 'demo',
  subscribe: async () => {},
  query: async ({ trackingNo, sentAt, now }) => demoWay(trackingNo, sentAt, now),
  notify() {
    throw new AppError(403, '演示物流没有推送');
  },
  acknowledge: (refusal) => ({
    status: refusal === null ? 200 : statusOf(refusal.code),
    contentType: 'application/json; charset=utf-8',
    body: '{}',
  }),
};
