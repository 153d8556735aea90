/** In whose share of the server a body is read, and how large it may be: set before it is read. */

/** The sender: unknown, logged in to the shop or at a desk, or a provider's signed notice. */
export type Sender = 'visitor' | 'member' | 'notice';

export interface ExpectedBody {
  sender: Sender;
  /** Bodies of one key are counted together: a company, a person at a desk, a network. */
  key: string;
  /** Bytes. */
  limit: number;
}

/** A body that is read on demand. */
export interface AskedBody extends AsyncIterable<Uint8Array> {
  /** Applies to what is read afterwards; by default a body is a visitor's, of 1 MB at most. */
  expect?(expected: ExpectedBody): void;
}

const KB = 1024;

/** Most bytes of a body without files. */
export const plainBytes = 1024 * KB;

/** Most bytes of a form with a file of 10 MB, including names, boundaries and other fields. */
export const uploadBytes = 10 * 1024 * KB + 64 * KB;
