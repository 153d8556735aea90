/**
 * The interface of signing providers. They are called outside transactions; every call has a timeout of some seconds, and
 * throws where there is no answer. A flow carries the contract's number: opened twice it is one flow.
 */
import type { AppError } from '#lib/contract/errors.ts';
import type { Acknowledgement } from '../payments/port.ts';

interface SigningSide {
  name: string;
  creditCode: string;
}

/** Who signs for a side. The person gets the provider's text message with the way to sign. */
interface SigningPerson {
  signer: string;
  phone: string;
}

/**
 * How the seller signs. `operator`: the provider's own customer, whose seal is set by itself. `seal`: a merchant's seal is
 * set by itself, by the right that it has given for it at the provider. `person`: somebody signs there for the merchant.
 */
export type SellerSigning =
  | { by: 'operator' }
  | { by: 'seal'; sealId: string }
  | ({ by: 'person' } & SigningPerson);

/** What a provider needs to have a contract signed. */
export interface SigningOrder {
  /** The number of the contract. */
  no: string;
  kind: string;
  createdAt: Date;
  /** The text, without seals. */
  pdf: Uint8Array;
  buyer: SigningSide & SigningPerson;
  seller: SigningSide & SellerSigning;
}

/** A signer who asks for the way to sign. */
export interface SignerAt {
  /** Name of the company or merchant. */
  party: string;
  phone: string;
  /** Address of our page to which the provider leads back. */
  back: string;
}

export type FlowState = 'running' | 'done' | 'withdrawn' | 'expired' | 'refused';

/** Signatures by the shop's own authority. */
interface OwnSigning {
  key: 'own';
  kind: 'here';
}

/** Signatures at a provider. */
export interface RemoteSigning {
  key: 'esign';
  kind: 'remote';
  name: string;
  /** Opens the flow of a contract, or finds the one that an answer got lost of; answers the provider's number of it. */
  open(order: SigningOrder): Promise<string>;
  query(flowNo: string): Promise<FlowState>;
  /** A new address of the page on which that person signs; null where the flow names nobody with that telephone. */
  address(flowNo: string, signer: SignerAt): Promise<string | null>;
  /** The sealed file of a flow that is done. */
  file(flowNo: string): Promise<Uint8Array>;
  /** Ends a running flow; one that has ended stays as it is. */
  withdraw(flowNo: string, reason: string): Promise<void>;
  /** The flow, and the contract where it names it, of a notice whose signature holds. Throws 403 and 422. */
  notify(raw: Uint8Array, headers: Headers): { flowNo: string; no: string };
  acknowledge(refusal: AppError | null): Acknowledgement;
}

export type SigningPort = OwnSigning | RemoteSigning;
