/** The wire's line types (rules 11, "Cart item") beside the engine's kinds. */
import type { LineKind } from '#lib/rules/terms/terms.ts';

const kinds = ['normal', 'flash', 'group_buy', 'combination', 'add_on'] as const satisfies LineKind[];

/** The engine's kind of a stored or sent line type (0–4). Throws RangeError for a type that does not exist. */
export function kindOf(type: number): LineKind {
  const kind = kinds[type];
  if (kind === undefined) throw new RangeError(`not a line type: ${type}`);
  return kind;
}

/** The wire's line type of a kind. */
export function typeOf(kind: LineKind): number {
  return kinds.indexOf(kind);
}
