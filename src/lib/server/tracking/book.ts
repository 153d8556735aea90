/** Where parcels are kept: those of orders here, those of the points mall there. What follows them is one. */
import type { ParcelState } from '#lib/rules/orders/parcel-state.ts';
import type { Db, Tx } from '../db/client.ts';
import type { NewMessage } from '../messages/rows.ts';
import type { ParcelEvent, ParcelReport } from '../ports/logistics/port.ts';

/** A parcel whose row is locked. */
export interface LockedParcel {
  companyId: number;
  orderNo: string;
  carrier: string;
  trackingNo: string;
  sentAt: Date;
  state: ParcelState;
  movedAt: Date;
}

/** The facts that a query to the provider needs. */
export interface ParcelToAsk {
  provider: string | null;
  code: string | null;
  askAt: Date | null;
  carrier: string;
  trackingNo: string;
  sentAt: Date;
  /** The receiver's. */
  phone: string;
}

/** What tracking changes of a parcel. */
export interface ParcelPatch {
  state?: ParcelState;
  movedAt?: Date;
  provider?: string | null;
  code?: string;
  askAt?: Date | null;
}

export interface ParcelBook {
  findToAsk(db: Db, id: number): Promise<ParcelToAsk | null>;
  /** The parcels that a provider means by a number. */
  listOf(db: Db, provider: string, report: Pick<ParcelReport, 'codes' | 'trackingNo'>): Promise<number[]>;
  lock(tx: Tx, id: number): Promise<LockedParcel | null>;
  /** Adds the events that are not there yet; answers how many were new. */
  addEvents(tx: Tx, id: number, events: readonly ParcelEvent[]): Promise<number>;
  /** The carrier's events, in the order in which they happened. */
  listEvents(tx: Tx, id: number): Promise<ParcelEvent[]>;
  /** With `trackingNo`: only while the parcel still has that number. */
  update(db: Db | Tx, id: number, patch: ParcelPatch, trackingNo?: string): Promise<void>;
  /** Cause and link of the message about a parcel: a corrected number is told of anew. */
  about(parcel: LockedParcel, id: number): Pick<NewMessage, 'ref' | 'link'> & { order: string };
}
