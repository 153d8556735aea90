import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Calls `change` once, when status and headers are known and nothing is sent yet; it may set and remove headers. */
export function beforeHead(res: ServerResponse, change: () => void): void {
  const original = res.writeHead;
  function writeHead(
    this: ServerResponse,
    status: number,
    second?: string | OutgoingHttpHeaders,
    third?: OutgoingHttpHeaders,
  ) {
    res.writeHead = original;
    res.statusCode = status;
    if (typeof second === 'string') res.statusMessage = second;
    const given = typeof second === 'object' ? second : third;
    for (const [name, value] of Object.entries(given ?? {})) {
      if (value !== undefined) res.setHeader(name, value);
    }
    change();
    return original.call(res, status);
  }
  res.writeHead = writeHead as typeof res.writeHead;
}
