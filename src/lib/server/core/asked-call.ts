/**
 * The parts of a request that a call reads. A web Request has all of them; a request received by our own server needs
 * no Request object.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { clientAddressHeader } from './process/client-address.ts';

/** The headers of a request, by lower-case name. */
export type RequestHeaders = Headers | PlainHeaders;

/** An incoming call with its caller. Astro's own context is one. */
export interface AskedCall {
  request: { method: string; headers: RequestHeaders; body: Request['body']; text(): Promise<string> };
  url: { search: string };
  params: Record<string, string | undefined>;
  locals: App.Locals;
}

/** Headers as Node parsed them, with the browser's address as determined by our server. */
export class PlainHeaders {
  private readonly headers: IncomingHttpHeaders;
  private readonly address: string;
  private made: Headers | undefined;

  constructor(headers: IncomingHttpHeaders, address: string) {
    this.headers = headers;
    this.address = address;
  }

  get(name: string): string | null {
    // An outside value under this name is ignored.
    if (name === clientAddressHeader) return this.address;
    const value = this.headers[name];
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  /** The same as a Headers object for libraries; created on demand. */
  whole(): Headers {
    this.made ??= webHeaders(this.headers, this.address);
    return this.made;
  }
}

/** Headers as Node parsed them for a Request, with the browser's address as determined by our server. */
export function webHeaders(headers: IncomingHttpHeaders, address: string): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) made.append(name, one);
  // An outside value under this name is overwritten: sessions are stored with it.
  made.set(clientAddressHeader, address);
  return made;
}

/** Headers as an object for libraries. */
export function wholeHeaders(headers: RequestHeaders): Headers {
  return headers instanceof PlainHeaders ? headers.whole() : headers;
}
