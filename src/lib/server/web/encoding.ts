import { type BrotliOptions, constants, type ZlibOptions } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Below this size compression is not worth its header. */
export const MIN_BYTES = 1024;

/** Quality 4 takes about 1 ms for 100 KB; quality 5 takes twice the time for hardly less. */
export const BROTLI: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

export const GZIP: ZlibOptions = { level: 6 };

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|manifest\+json|rss\+xml|vnd\.apple\.mpegurl)|image\/svg)/;

/** All text; not compressed formats, and not server-sent events, which must not wait. */
export function isCompressible(type: string): boolean {
  return COMPRESSIBLE.test(type);
}

/** The best supported encoding that an Accept-Encoding header allows; undefined for none. */
export function pickEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...params] = part.trim().toLowerCase().split(';');
    const q = params.find((param) => param.trim().startsWith('q='));
    weights.set(name.trim(), q ? Number(q.trim().slice(2)) : 1);
  }
  const weight = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  if (!header || (weight('br') === 0 && weight('gzip') === 0)) return undefined;
  return weight('br') >= weight('gzip') ? 'br' : 'gzip';
}
