/**
 * What every house that tells about parcels can do: one file a house, listed in providers.ts. Houses are asked outside
 * transactions; every call ends by itself after some seconds, and throws where there is no answer or a refusal.
 */
import type { AppError } from '#lib/contract/errors.ts';
import type { ParcelState } from '#lib/rules/orders/parcel-state.ts';
import type { Acknowledgement } from '../payments/port.ts';

/** A parcel that is asked about. */
export interface Parcel {
  /** The house's word for the carrier. */
  code: string;
  trackingNo: string;
  /** The receiver's; some carriers tell nothing without its last digits. */
  phone: string;
  sentAt: Date;
  now: Date;
}

/** One line of a parcel's way, with the state that the carrier gives it. */
export interface ParcelEvent {
  at: Date;
  text: string;
  state: ParcelState;
}

/** What a house reports by itself. */
export interface ParcelReport {
  /** The house's words for the carrier: the one that we told it, and one that it found to be right instead. */
  codes: string[];
  trackingNo: string;
  /** The oldest first. */
  events: ParcelEvent[];
}

export interface LogisticsProvider {
  /** As the database and the address of its notices name it. */
  key: string;
  name: string;
  /** How long it is waited for a push before a parcel is asked about, ms. */
  askEvery: number;
  /** The house's word for a carrier as people write it; null for one that it does not follow. */
  codeOf(carrier: string): string | null;
  /** Has a parcel followed, and told at our address. The same one twice is fine. */
  subscribe(parcel: Parcel): Promise<void>;
  /** Asks how far a parcel is; the oldest event first, none while nothing is known. */
  query(parcel: Parcel): Promise<ParcelEvent[]>;
  /**
   * Reads what arrives at /api/logistics/notify/{key}, verified over the text as it came. Throws AppError 403 for a wrong
   * signature, 422 for what cannot be read.
   */
  notify(raw: Uint8Array): ParcelReport[];
  /** The answer to a notice: null when it was taken, else why it was not. */
  acknowledge(refusal: AppError | null, now: Date): Acknowledgement;
}

/** How long a house may take, ms. */
export const answerWithin = 8_000;
