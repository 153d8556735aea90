/** The buyer's gift of an activity: chosen in the cart, sent with the order. Stored for the session. */
import { map } from 'nanostores';

const key = 'yp-gifts';

/** Item id by activity id. */
export const $giftChoices = map<Record<string, number>>({});

/** Restores the choices of an earlier page of this session. */
export function recallGifts(): Record<string, number> {
  try {
    const known: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (isChoices(known)) $giftChoices.set(known);
  } catch {
    // An unreadable value was not written by this shop: nothing is chosen then.
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
