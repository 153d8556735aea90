/** Bodies of answers that are there as a whole: they need not be read out of their Response again. */
const bodies = new WeakMap<Response, Buffer>();

/** A Response with these bytes for a body. */
export function respond(body: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** The body of a Response that {@link respond} has made; undefined for any other. */
export function readyBody(response: Response): Buffer | undefined {
  return bodies.get(response);
}
