/** A field of something for whose shape nobody vouches; undefined where there is none. Who asks looks at what it is. */
export function fieldOf(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
}
