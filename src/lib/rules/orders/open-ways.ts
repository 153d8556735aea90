/** Which ways to pay the shop offers, by its settings (rules 5). */
import { keysOf } from '../terms/keys.ts';

/** How a way takes money: from the balance, at a payment provider, by a bank transfer. */
export type WayKind = 'instant' | 'remote' | 'bank';

/** The settings that say so. */
export interface WaySettings {
  payByBalance: boolean;
  payByCashier: boolean;
  payByTransfer: boolean;
  payByLink: boolean;
}

const settingOf = {
  instant: 'payByBalance',
  remote: 'payByCashier',
  bank: 'payByTransfer',
} as const satisfies Record<WayKind, keyof WaySettings>;

export const wayKinds = keysOf(settingOf);

export function isWayOpen(kind: WayKind, settings: WaySettings): boolean {
  return settings[settingOf[kind]];
}

/** Others pay by a link at a payment provider alone. */
export function isLinkOpen({ payByLink, payByCashier }: WaySettings): boolean {
  return payByLink && payByCashier;
}

/** Why these settings are refused: of the ways that are set up (`kinds`) one at least stays open; null where it does. */
export function waysProblem(kinds: readonly WayKind[], settings: WaySettings): string | null {
  return kinds.some((kind) => isWayOpen(kind, settings))
    ? null
    : '至少保留一种已开通的支付方式：余额、在线支付或对公转账';
}
