/** The notices for a merchant's people, which roles they concern, and when the duty phone rings (rules 2). */
import { isKeyOf, keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type StaffPermission, staffMay } from './staff.ts';

type KindRow = {
  text: string;
  /** The permission of the people that it concerns. */
  may: StaffPermission;
  /** The duty phone rings at any hour. */
  isUrgent?: true;
};

const kinds = {
  order_paid: { text: '新订单', may: 'orders' },
  hurry: { text: '买家催发货', may: 'orders' },
  after_sale: { text: '售后', may: 'aftersale' },
  refusal: { text: '买家拒收', may: 'orders' },
  codes: { text: '买家索取追溯码', may: 'orders' },
  papers: { text: '买家索取资料', may: 'lots' },
  // For who looks after the people: the talk itself is with the people of service.
  chat: { text: '客服会话超时', may: 'staff' },
  licence: { text: '商家证照', may: 'own' },
  price: { text: '价格', may: 'prices' },
  quality: { text: '质量停售', may: 'own', isUrgent: true },
  live: { text: '直播审核', may: 'live' },
  task: { text: '积分任务', may: 'tasks' },
  settlement: { text: '结算', may: 'books' },
  system: { text: '系统', may: 'own' },
} satisfies Record<string, KindRow>;

export type MerchantNoticeKind = keyof typeof kinds;
export const merchantNoticeKinds = keysOf(kinds);

/** The Chinese name of a kind; 通知 for a kind of a newer version. */
export function merchantNoticeText(kind: string): string {
  return isKeyOf(kinds, kind) ? kinds[kind].text : '通知';
}

/** The kinds that concern a role of a merchant's people. */
export function noticeKindsOf(role: string): MerchantNoticeKind[] {
  return merchantNoticeKinds.filter((kind) => staffMay('merchant', role, kinds[kind].may));
}

/** Kinds for which the duty phone rings at any hour. */
export const urgentNoticeKinds: readonly MerchantNoticeKind[] = merchantNoticeKinds.filter((kind) => {
  const row: KindRow = kinds[kind];
  return row.isUrgent === true;
});

/** The duty phone settings of a merchant without settings. */
export const dutyPhoneAtFirst = {
  kinds: ['order_paid', 'hurry', 'after_sale', 'refusal', 'licence', 'quality'],
  fromHour: 8,
  toHour: 21,
} as const satisfies { kinds: readonly MerchantNoticeKind[]; fromHour: number; toHour: number };

/** At most one text message in this time is sent to a duty phone, ms. */
export const dutyPhonePause = 10 * 60_000;
/** An older notice is no longer sent to a phone, ms: longer than any night. */
export const dutyPhoneWithin = 24 * 3_600_000;

const hour = 3_600_000;

/** True where the duty phone may ring at `now` for notices that are not urgent. */
export function isDutyHour(
  { fromHour, toHour }: { fromHour: number; toHour: number },
  now: EpochMs,
): boolean {
  const local = new Date(now + 8 * hour).getUTCHours();
  return fromHour <= local && local < toHour;
}

/** The text message for several notices: the title of a single one, else how many of each kind. */
export function dutyPhoneTitle(notices: readonly { kind: string; title: string }[]): string {
  const [first] = notices;
  if (first !== undefined && notices.length === 1) return first.title;
  return [...Map.groupBy(notices, ({ kind }) => merchantNoticeText(kind))]
    .map(([text, same]) => `${text}${same.length}条`)
    .join('、');
}
