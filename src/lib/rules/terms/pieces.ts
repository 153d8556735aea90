/** The total pieces of several items, each in its own unit: 1200盒、50瓶. */

/** Most pieces first; the wholesale 件 is a case and never means a piece. */
export function piecesText(lines: readonly { unit: string; quantity: number }[]): string {
  const sums = new Map<string, number>();
  for (const { unit, quantity } of lines) sums.set(unit, (sums.get(unit) ?? 0) + quantity);
  return [...sums]
    .filter(([, quantity]) => quantity > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([unit, quantity]) => `${quantity}${unit}`)
    .join('、');
}

/** The one unit of several goods, or the general 个 where they differ. */
export function commonUnit(units: readonly string[]): string {
  const [first] = units;
  return first !== undefined && units.every((unit) => unit === first) ? first : '个';
}
