/** A field of an unknown value; undefined where there is none. The caller checks its type. */
export function fieldOf(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
}
