/** Actors in the records of events. */
import { textOf } from '../terms/keys.ts';

/** buyer: a member of a company; merchant, platform: their staff; provider: who takes payments; system: a job. */
export const actorKinds = ['buyer', 'merchant', 'platform', 'provider', 'system'] as const;

const actorTexts = {
  buyer: '买家',
  merchant: '商家',
  platform: '平台',
  provider: '支付渠道',
  system: '系统',
} as const satisfies Record<(typeof actorKinds)[number], string>;

export type ActorKind = (typeof actorKinds)[number];

/** The kind in Chinese; the word itself for one of another version. */
export function actorText(kind: string): string {
  return textOf(actorTexts, kind);
}

export interface Actor {
  kind: ActorKind;
  /** User id of a buyer, name of a person of the staff, key of a provider, name of a job. Never empty. */
  id: string;
  /** The request or the run of a command in which it happened, as the log names it; empty for jobs. */
  requestId: string;
  /** The merchant of a merchant's staff. */
  merchantId?: number;
  /** Why the person does what is recorded, where the act asks for it. */
  reason?: string;
}

/** The logged-in person of a request. */
export function buyerActor(account: { userId: string }, requestId: string): Actor {
  return { kind: 'buyer', id: account.userId, requestId };
}

/** A person of the platform's staff at a command or a desk. */
export function staffActor(name: string, requestId: string): Actor {
  return { kind: 'platform', id: name, requestId };
}

/** A person of a merchant's staff at the desk. */
export function merchantActor(name: string, merchantId: number, requestId: string): Actor {
  return { kind: 'merchant', id: name, merchantId, requestId };
}

/** The actor of a provider's reports. */
export function providerActor(key: string, requestId: string): Actor {
  return { kind: 'provider', id: key, requestId };
}

/** A job that time brings. */
export function jobActor(name: string): Actor {
  return { kind: 'system', id: name, requestId: '' };
}
