/**
 * The engine's terms on the wire: the same shape with every amount as yuan text. `toWire` and `fromWire` are exact
 * inverses, so that the browser's quote is the server's.
 */
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';

/** Keys with numbers in fen. A threshold in pieces has no `amount`, so the key is enough. */
const moneyKeys = [
  'price',
  'memberPrice',
  'customerPrice',
  'marketPrice',
  'rebate',
  'fee',
  'freeFrom',
  'minimumAmount',
  'amount',
  'reduction',
  'cashback',
  'threshold',
  'value',
  'balance',
] as const;
type MoneyKey = (typeof moneyKeys)[number];
const isMoneyKey: ReadonlySet<string> = new Set(moneyKeys);

/** The wire's form of a type: amounts are text. */
export type Wire<T> = T extends readonly (infer Item)[]
  ? Wire<Item>[]
  : T extends object
    ? {
        [K in keyof T]: K extends MoneyKey
          ? T[K] extends number | null
            ? string | Extract<T[K], null>
            : Wire<T[K]>
          : Wire<T[K]>;
      }
    : T;

/** Fen become yuan text, everything else stays. */
export function toWire<T>(value: T): Wire<T> {
  return convert(value, (key, part) =>
    isMoneyKey.has(key) && typeof part === 'number' ? formatYuan(part) : undefined,
  ) as Wire<T>;
}

/** Yuan text becomes fen, everything else stays. Throws on an amount that is none. */
export function fromWire<T>(value: Wire<T>): T {
  return convert(value, (key, part) =>
    isMoneyKey.has(key) && typeof part === 'string' ? parseYuan(part) : undefined,
  ) as T;
}

function convert(value: unknown, change: (key: string, part: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => convert(part, change));
  // A copy instead of a growing object: beyond some names that would be a hash table, and the server has thousands in
  // memory.
  const made: Record<string, unknown> = { ...value };
  for (const [key, part] of Object.entries(value)) made[key] = change(key, part) ?? convert(part, change);
  return made;
}
