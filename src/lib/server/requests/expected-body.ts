/** Whose share of the server a body is read in, and how much of it there may be: said before it is read. */

/** Who sends: nobody that is known, somebody who is logged in to the shop or at a desk, a provider's signed notice. */
export type Sender = 'visitor' | 'member' | 'notice';

export interface ExpectedBody {
  sender: Sender;
  /** Bodies of one key are counted together: a company, a person at a desk, a network. */
  key: string;
  /** Bytes. */
  limit: number;
}

/** A body that is read when somebody asks for it. */
export interface AskedBody extends AsyncIterable<Uint8Array> {
  /** Counts for what is read afterwards; without it a body is one of a visitor, of 1 MB at most. */
  expect?(expected: ExpectedBody): void;
}

const KB = 1024;

/** Most bytes of a body without files. */
export const plainBytes = 1024 * KB;

/** Most bytes of a form with a file of 10 MB: names, boundaries and its other fields stand beside it. */
export const uploadBytes = 10 * 1024 * KB + 64 * KB;
