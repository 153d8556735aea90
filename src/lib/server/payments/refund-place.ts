/** Destination of a refund, from its row (rules 4 and 5). */
import { bankProvider } from '#lib/contract/constants.ts';
import type { BackPart } from '#lib/rules/orders/money-back.ts';
import type { RerouteWay, WayKind } from '#lib/rules/orders/reroute.ts';
import { findProvider, nameWay } from '../ports/payments/providers.ts';
import type { RefundRow } from './refund-rows.ts';

/** A refund with people's acts on it: the way that was carried out, and its serial number at the bank. */
export interface PlacedRefund {
  refund: Pick<RefundRow, 'provider' | 'amount' | 'status'>;
  diverted: RerouteWay | null;
  serial: string | null;
}

/** The kind of a refund's way. */
export function wayOf(provider: string): WayKind {
  return findProvider(provider)?.kind ?? 'gone';
}

/** The name of a way, even if it is not set up any more. */
export function wayName(provider: string): string {
  return findProvider(provider)?.name ?? `${nameWay(provider)}（已停用）`;
}

/** A refund as a part of what is returned. A bank refund without a serial number became balance. */
export function partOf({ refund, diverted, serial }: PlacedRefund): BackPart {
  const { provider, amount, status } = refund;
  const isTurned = provider === bankProvider && status === 'done' && serial === null;
  return {
    way: wayOf(provider),
    name: wayName(provider),
    amount,
    state: status,
    instead: isTurned ? 'balance' : status === 'diverted' ? diverted : null,
  };
}
