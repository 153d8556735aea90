/** Answers of calls: as what our own server sends, and as the Response that Astro wants of a route. */

/** Status, headers with names in lower case, and the whole body. */
export interface ReadyAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer<ArrayBuffer>;
}

/** Bodies of answers that are there as a whole: they need not be read out of their Response again. */
const bodies = new WeakMap<Response, Buffer>();

/** A Response that says the same. */
export function responseOf({ status, headers, body }: ReadyAnswer): Response {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value].flat()) given.append(name, one);
  const response = new Response(body, { status, headers: given });
  bodies.set(response, body);
  return response;
}

/** The body of a Response that {@link responseOf} has made; undefined for any other. */
export function readyBody(response: Response): Buffer | undefined {
  return bodies.get(response);
}
