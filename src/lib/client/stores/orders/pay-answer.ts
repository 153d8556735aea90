/** The second look at a payment from the balance: who confirmed it and had to sign a contract first is not asked again. */

const item = 'yp-pay-confirmed';
/** An older confirmation is none, ms. */
const goodFor = 30 * 60_000;

const nameOf = (tradeNos: readonly string[], yuan: string) => `${[...tradeNos].sort().join(',')} ${yuan}`;

/** Keeps in this tab that a person confirmed to pay this amount for these trades. */
export function keepConfirmed(tradeNos: readonly string[], yuan: string): void {
  try {
    sessionStorage.setItem(item, JSON.stringify({ what: nameOf(tradeNos, yuan), at: Date.now() }));
  } catch {
    // Without storage the question is asked once more.
  }
}

/** True once, where the same amount for the same trades was confirmed in this tab a while ago. */
export function takeConfirmed(tradeNos: readonly string[], yuan: string): boolean {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(item) ?? 'null');
    sessionStorage.removeItem(item);
    const { what, at } = Object(kept);
    return what === nameOf(tradeNos, yuan) && typeof at === 'number' && Date.now() - at < goodFor;
  } catch {
    return false;
  }
}
