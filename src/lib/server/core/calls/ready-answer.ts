/** Responses of calls: in the form that our server sends, and as the Response that Astro expects from a route. */

/** Status, headers with names in lower case, and the whole body. */
export interface ReadyAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer<ArrayBuffer>;
}

/** Bodies of complete responses, so that they need not be read out of their Response again. */
const bodies = new WeakMap<Response, Buffer>();

/** The same as a Response. */
export function responseOf({ status, headers, body }: ReadyAnswer): Response {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value].flat()) given.append(name, one);
  return withBody(new Response(body, { status, headers: given }), body);
}

/** Attaches a complete body to its Response, if there is one. */
export function withBody(response: Response, body: Buffer | undefined): Response {
  if (body !== undefined) bodies.set(response, body);
  return response;
}

/** Shared buffer for encoding, large enough for most pages. */
let desk: Buffer | undefined;
const deskBytes = 1 << 20;

/**
 * Characters of a part. V8 allocates a text of more than about 60,000 separately, with memory from the system each
 * time.
 */
const partLength = 16_384;

/**
 * A page's text while it is written, in parts: one text of thousands of pieces would take a millisecond longer to
 * encode.
 */
export class PageText {
  readonly #parts: string[] = [];
  #last = '';
  #length = 0;

  add(text: string): void {
    this.#last += text;
    this.#length += text.length;
    if (this.#last.length < partLength) return;
    this.#parts.push(this.#last);
    this.#last = '';
  }

  /** As UTF-8, in a buffer of its own. */
  toBytes(): Buffer<ArrayBuffer> {
    const parts = [...this.#parts, this.#last];
    if (this.#length * 3 > deskBytes) return Buffer.from(parts.join(''));
    desk ??= Buffer.allocUnsafeSlow(deskBytes);
    let at = 0;
    for (const part of parts) at += desk.write(part, at);
    return Buffer.from(desk.subarray(0, at));
  }
}

/** A body for a Response that is copied only when it is read. */
export function unreadBody(body: Buffer<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(new Uint8Array(body));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The complete body of a Response; undefined for any other. */
export function readyBody(response: Response): Buffer | undefined {
  return bodies.get(response);
}
