/** True where a list has something in it, and each of it fulfils a condition: `every` is true of an empty list too. */
export function isEach<One>(list: readonly One[], fulfils: (one: One) => boolean): boolean {
  return list.length > 0 && list.every(fulfils);
}
