/**
 * The interface of every tracking provider: one file each, listed in providers.ts. Providers are called outside
 * transactions; every call has a timeout of some seconds, and throws where there is no response or a refusal.
 */
import type { AppError } from '#lib/contract/errors.ts';
import type { ParcelState } from '#lib/rules/orders/parcel-state.ts';
import type { Acknowledgement } from '../payments/port.ts';

/** A parcel to query. */
export interface Parcel {
  /** The provider's code of the carrier. */
  code: string;
  trackingNo: string;
  /** The receiver's; some carriers answer only with its last digits. */
  phone: string;
  sentAt: Date;
  now: Date;
}

/** One line of a parcel's tracking, with the carrier's state. */
export interface ParcelEvent {
  at: Date;
  text: string;
  state: ParcelState;
}

/** A report pushed by a provider. */
export interface ParcelReport {
  /** The provider's codes of the carrier: the one that we gave, and a corrected one. */
  codes: string[];
  trackingNo: string;
  /** Oldest first. */
  events: ParcelEvent[];
}

export interface LogisticsProvider {
  /** Its name in the database and in the address of its notices. */
  key: string;
  name: string;
  /** How long to wait for a push before a parcel is queried, ms. */
  askEvery: number;
  /** The provider's code of a carrier as people write it; null for one that it does not track. */
  codeOf(carrier: string): string | null;
  /** Subscribes to a parcel, with pushes to our address. Idempotent. */
  subscribe(parcel: Parcel): Promise<void>;
  /** Queries the events of a parcel, oldest first; none while nothing is known. */
  query(parcel: Parcel): Promise<ParcelEvent[]>;
  /**
   * Reads what arrives at /api/logistics/notify/{key}, verified over the received text. Throws AppError 403 for a wrong
   * signature, 422 for what cannot be read.
   */
  notify(raw: Uint8Array): ParcelReport[];
  /** The response to a notice: null when it was accepted, else why it was not. */
  acknowledge(refusal: AppError | null, now: Date): Acknowledgement;
}

/** Timeout of a provider, ms. */
export const answerWithin = 8_000;
