/** The lucky wheel: its state, and draws. Calls reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { Drawn, WheelOutput, WheelProof } from '#lib/contract/wheel.ts';
import { call } from '../api.ts';
import { newKey } from '../key.ts';

/** A wheel as it is now; null where there is none. */
export function loadWheel(id: number): Promise<WheelOutput | null> {
  return call(api.draw, { id });
}

/** A draw whose answer has not come: asking again with its token answers the same prize. */
export interface Press {
  token: string;
  seed: string;
}

/** The wheel and the company that draws: another company's press is none of this one's. */
export interface Drawing {
  id: number;
  companyId: number;
}

const keyOf = ({ id, companyId }: Drawing) => `yp-draw:${id}:${companyId}`;

/** The press of this browser that has no answer yet; null where there is none. */
export function findPress(of: Drawing): Press | null {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(keyOf(of)) ?? 'null');
    return isPress(known) ? known : null;
  } catch {
    return null;
  }
}

function isPress(known: unknown): known is Press {
  if (typeof known !== 'object' || known === null || !('token' in known) || !('seed' in known)) return false;
  return typeof known.token === 'string' && typeof known.seed === 'string';
}

/** A seed of the buyer's that nobody could have known. */
export const newSeed = (): string => newKey().slice(0, 16);

/** Refusals after which nothing was drawn by the token; others come before it is looked at. */
const finalRefusals: readonly number[] = [404, 409, 422];

/**
 * Draws once. The press is remembered until its answer has come, so that a reload or another try gets the same prize.
 */
export async function play(of: Drawing, seed: string): Promise<Drawn> {
  const press = findPress(of) ?? { token: newKey(), seed };
  remember(of, press);
  try {
    return await call(api.drawPlay, { id: of.id, token: press.token, buyer_seed: press.seed });
  } catch (error) {
    if (error instanceof AppError && finalRefusals.includes(error.code)) remember(of, null);
    throw error;
  }
}

/** The answer has been shown. */
export const forgetPress = (of: Drawing): void => remember(of, null);

function remember(of: Drawing, press: Press | null): void {
  try {
    if (press === null) localStorage.removeItem(keyOf(of));
    else localStorage.setItem(keyOf(of), JSON.stringify(press));
  } catch {
    // Without storage a lost answer stands in the records of draws.
  }
}

const buyingOf = ({ id, companyId }: Drawing) => `yp-chance:${id}:${companyId}`;

/**
 * Buys one chance by points. Its key is remembered until an answer has come, so that a reload or another try buys no
 * second one.
 */
export async function buyChance(of: Drawing): Promise<WheelOutput> {
  const place = buyingOf(of);
  const key = sessionStorage.getItem(place) ?? newKey();
  sessionStorage.setItem(place, key);
  try {
    const wheel = await call(
      api.drawChances,
      { id: of.id, count: 1 },
      { headers: { 'Idempotency-Key': key } },
    );
    sessionStorage.removeItem(place);
    return wheel;
  } catch (error) {
    if (error instanceof AppError && finalRefusals.includes(error.code)) sessionStorage.removeItem(place);
    throw error;
  }
}

/** The whole proof of a closed wheel, part by part; `onPart` is told of its draws so far. */
export async function loadProof(
  id: number,
  onPart: (draws: number, total: number) => void,
): Promise<WheelProof> {
  const whole = await call(api.drawProof, { id });
  const draws = [...whole.draws];
  for (let from = whole.next; from !== null; ) {
    onPart(draws.length, whole.total);
    const part = await call(api.drawProof, { id, from });
    draws.push(...part.draws);
    from = part.next;
  }
  return { ...whole, draws, next: null };
}
