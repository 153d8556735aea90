/** Values of a route's parameters as they were meant. */

/**
 * The values that an address has at the places of a pattern (`/desk/orders/pick/[nos]`), decoded whole and once: Astro
 * leaves signs of its own use (`%2C`, `%2F`, `%23`) as they were escaped. Empty for an address of another form, and
 * without what is no valid escape.
 */
export function decodedParams(pattern: string, pathname: string): Record<string, string> {
  const wanted = pattern.split('/');
  const given = pathname.replace(/(?<=.)\/$/, '').split('/');
  if (wanted.length !== given.length) return {};
  return Object.fromEntries(
    wanted.flatMap((part, at) => {
      const name = /^\[(\w+)\]$/.exec(part)?.[1];
      const value = decodeOnce(given[at] ?? '');
      return name === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
}

/** The parts of an address, each decoded whole and once; what is no valid escape stays. A slash at the end is left out. */
export function decodedParts(pathname: string): string[] {
  return pathname
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .map((part) => decodeOnce(part) ?? part);
}

function decodeOnce(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
