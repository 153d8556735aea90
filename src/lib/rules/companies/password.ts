/** Requirements of a buyer's password, and the words for its strength. */

export const buyerPassword = { min: 8, max: 128 } as const;

/** From 0, easily guessed, to 4; below `leastStrength` a password is refused. */
export type Strength = 0 | 1 | 2 | 3 | 4;
export const leastStrength = 2;

const words = ['太简单', '较弱', '一般', '较强', '很强'] as const satisfies Record<Strength, string>;

/** The strength in a word. */
export function strengthText(strength: Strength): string {
  return words[strength];
}

/** Why a password of this length and strength is refused; undefined when it may be used. Staff have other bounds. */
export function passwordProblem(
  length: number,
  strength: Strength,
  { min, max }: { min: number; max: number } = buyerPassword,
): string | undefined {
  if (length < min) return `密码至少${min}个字`;
  if (length > max) return `密码最多${max}个字`;
  return strength < leastStrength ? '这个密码太容易被猜到，请换一个，例如用几个不相干的词' : undefined;
}
