/** An amount of money: a whole number of fen (1/100 yuan), never a fraction. Yuan exist on the wire only. */
export type Fen = number;

const yuanPattern = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** Reads yuan as the wire writes them ('12.30', '12', '-0.50') into fen; null for anything else. */
export function findYuan(text: string): Fen | null {
  const match = yuanPattern.exec(text);
  if (!match) return null;
  const fen = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] && fen > 0 ? -fen : fen;
}

/** Like `findYuan`, for text that must be an amount. Throws RangeError otherwise. */
export function parseYuan(text: string): Fen {
  const fen = findYuan(text);
  if (fen === null) throw new RangeError(`not an amount in yuan: ${text}`);
  return fen;
}

/** Writes fen as yuan with two decimals: 1230 → '12.30'. Throws RangeError for a fraction of a fen. */
export function formatYuan(fen: Fen): string {
  if (!Number.isSafeInteger(fen)) throw new RangeError(`not a whole number of fen: ${fen}`);
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * An amount for display, with thousands separators: 4978150 or the wire's '49781.50' → '49,781.50'. Never sent back.
 */
export function showYuan(amount: Fen | string): string {
  const yuan = typeof amount === 'string' ? amount : formatYuan(amount);
  const [whole = '', ...decimals] = yuan.split('.');
  return [withThousands(whole), ...decimals].join('.');
}

/** A whole number for display (points, orders), with thousands separators: 123456 → '123,456'. */
export function showCount(count: number): string {
  return withThousands(String(count));
}

function withThousands(whole: string): string {
  const first = whole.startsWith('-') ? 1 : 0;
  let shown = whole;
  for (let at = whole.length - 3; at > first; at -= 3) shown = `${shown.slice(0, at)},${shown.slice(at)}`;
  return shown;
}

/** Amounts by their names, each as the wire writes it: { amount: 1230 } → { amount: '12.30' }. */
export function inYuan<K extends string>(amounts: Record<K, Fen>): Record<K, string> {
  const written = Object.entries<Fen>(amounts).map(([name, fen]) => [name, formatYuan(fen)]);
  return Object.fromEntries(written) as Record<K, string>;
}

/**
 * Shares `total` ≥ 0 over `weights` ≥ 0 by largest remainder: the shares are whole and sum to `total` exactly. When
 * total ≤ sum of weights no share exceeds its weight. Ties go to the earlier weight, so pass them in an order that does
 * not depend on the screen. Weights that are all 0 share evenly.
 */
export function allocate(total: Fen, weights: readonly number[]): Fen[] {
  return shareOut(total, weights, (weight) => weight).map(([, share]) => share);
}

/** Like `allocate`, over weighted things: each with its share, in their order. */
export function shareOut<T>(
  total: Fen,
  things: readonly T[],
  weightOf: (thing: T) => number,
): [thing: T, share: Fen][] {
  if (total === 0 || things.length === 0) return things.map((thing) => [thing, 0]);
  const sum = things.reduce((weight, thing) => weight + weightOf(thing), 0);
  if (sum === 0) return shareOut(total, things, () => 1);
  let left = total;
  const rows = things.map((thing) => {
    const [share, remainder] = divide(total, weightOf(thing), sum);
    left -= share;
    return { thing, share, remainder };
  });
  if (left > 0)
    for (const row of [...rows].sort((a, b) => b.remainder - a.remainder).slice(0, left)) row.share += 1;
  return rows.map(({ thing, share }) => [thing, share]);
}

/**
 * The share of `own` alone as `shareOut` gives it over it and the others in the order of their ids, without making the
 * others' shares. `weights` must sum to more than 0.
 */
export function shareOfOne<T extends { id: number }>(
  total: Fen,
  own: T,
  others: readonly (readonly T[])[],
  weightOf: (thing: T) => number,
): Fen {
  let sum = weightOf(own);
  for (const list of others) for (const one of list) sum += weightOf(one);
  if (total === 0 || sum === 0) return 0;
  const [share, remainder] = divide(total, weightOf(own), sum);
  let left = total - share;
  let ahead = 0;
  for (const list of others)
    for (const one of list) {
      const product = total * weightOf(one);
      const isSafe = product <= Number.MAX_SAFE_INTEGER;
      const rest = isSafe ? product % sum : divide(total, weightOf(one), sum)[1];
      left -= isSafe ? (product - rest) / sum : divide(total, weightOf(one), sum)[0];
      if (rest > remainder || (rest === remainder && one.id < own.id)) ahead++;
    }
  return ahead < left ? share + 1 : share;
}

/** total × weight ÷ sum as quotient and remainder, exact also where the product leaves the safe integers. */
function divide(total: number, weight: number, sum: number): [number, number] {
  const product = total * weight;
  if (Number.isSafeInteger(product)) {
    const remainder = product % sum;
    return [(product - remainder) / sum, remainder];
  }
  const exact = BigInt(total) * BigInt(weight);
  return [Number(exact / BigInt(sum)), Number(exact % BigInt(sum))];
}

/** `percent` (at most two decimals, 94 = 94%) of an amount, rounded down to the fen (rules 4). */
export function percentOf(amount: Fen, percent: number): Fen {
  const [share] = divide(amount, Math.round(percent * 100), 10_000);
  return share;
}

/** The part of `total` ≥ 0 for `part` of `whole` pieces, rounded down. Throws RangeError when whole ≤ 0. */
export function shareOf(total: Fen, part: number, whole: number): Fen {
  if (whole <= 0) throw new RangeError('nothing to share over');
  const [share] = divide(total, part, whole);
  return share;
}
