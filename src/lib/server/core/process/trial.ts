/** What a shop for trying adds to the real one. The start registers it; a real shop has none. */

/** An account that the login page offers for trying the shop. */
interface TrialAccount {
  username: string;
  title: string;
  note: string;
}

export interface Trial {
  accounts: readonly TrialAccount[];
  /** Of all these accounts. */
  password: string;
  /** The `nth` parcel of an order that a desk sends without naming a carrier. */
  inventParcel(
    no: string,
    nth: number,
  ): {
    carrier: string;
    trackingNo: string;
    reports: string[];
    cold: { degrees: number; cooler: string; recorder: string };
  };
}

let registered: Trial | null = null;

export function registerTrial(trial: Trial): void {
  registered = trial;
}

/** Null where none is registered. */
export function findTrial(): Trial | null {
  return registered;
}
