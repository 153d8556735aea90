/** Which gift the buyer wants of an activity: chosen in the cart, asked for when confirming. Kept for the visit. */
import { map } from 'nanostores';

const key = 'yp-gifts';

/** Goods id by activity id. */
export const $giftChoices = map<Record<string, number>>({});

/** Brings back what was chosen on an earlier page of this visit. */
export function recallGifts(): Record<string, number> {
  try {
    const known: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (isChoices(known)) $giftChoices.set(known);
  } catch {
    // What cannot be read was not written by this shop: nothing is chosen then.
  }
  return $giftChoices.get();
}

export function chooseGift(activityId: number, goodsId: number): void {
  $giftChoices.setKey(String(activityId), goodsId);
  sessionStorage.setItem(key, JSON.stringify($giftChoices.get()));
}

function isChoices(known: unknown): known is Record<string, number> {
  return typeof known === 'object' && known !== null && Object.values(known).every(Number.isInteger);
}
