/** What a call looks at of its request. A web Request has all of it; what came in by our own server needs no Request. */
import type { IncomingHttpHeaders } from 'node:http';
import { clientAddressHeader } from '../sessions/auth.ts';

/** The headers of a request, by their names in lower case. */
export type RequestHeaders = Headers | PlainHeaders;

/** A call that came in, with who asks. Astro's own context is one. */
export interface AskedCall {
  request: { method: string; headers: RequestHeaders; body: Request['body']; text(): Promise<string> };
  url: { search: string };
  params: Record<string, string | undefined>;
  locals: App.Locals;
}

/** Headers as node has read them, with the browser's address as our server knows it. */
export class PlainHeaders {
  private readonly headers: IncomingHttpHeaders;
  private readonly address: string;
  private made: Headers | undefined;

  constructor(headers: IncomingHttpHeaders, address: string) {
    this.headers = headers;
    this.address = address;
  }

  get(name: string): string | null {
    // What came from outside under this name is nobody's address.
    if (name === clientAddressHeader) return this.address;
    const value = this.headers[name];
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  /** The same as an object that libraries take; made when one is asked for. */
  whole(): Headers {
    this.made ??= webHeaders(this.headers, this.address);
    return this.made;
  }
}

/** Headers as node has read them for a Request, with the browser's address as our server knows it. */
export function webHeaders(headers: IncomingHttpHeaders, address: string): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) made.append(name, one);
  // What came from outside under this name is overwritten: sessions are kept with it.
  made.set(clientAddressHeader, address);
  return made;
}

/** Headers as an object that libraries take. */
export function wholeHeaders(headers: RequestHeaders): Headers {
  return headers instanceof PlainHeaders ? headers.whole() : headers;
}
