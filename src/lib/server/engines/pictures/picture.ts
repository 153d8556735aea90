/** A picture as sent, drawn or photographed. */
import { createHash } from 'node:crypto';
import { drawingVersion } from '#lib/contract/goods/pictures.ts';

/** The bytes of a picture, or the text of a drawn one, and the tag that browsers ask again with. */
export interface Picture {
  body: string | Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
}

/** A picture of these bytes. */
export function pictureOf(body: Picture['body'], type: string): Picture {
  return { body, type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"` };
}

/** A drawn picture. */
export function drawnPicture(svg: string): Picture {
  return pictureOf(svg, 'image/svg+xml; charset=utf-8');
}

/**
 * The HTTP response: 404 without a picture, 304 when the browser has it, immutable where the address contains the
 * version.
 */
export function pictureResponse(picture: Picture | null, request: Request): Response {
  if (!picture)
    return new Response(null, { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } });
  const isForGood = new URL(request.url).searchParams.get('v') === String(drawingVersion);
  const headers = {
    ETag: picture.etag,
    'Cache-Control': isForGood ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  };
  if (request.headers.get('if-none-match')?.includes(picture.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(picture.body, { headers: { ...headers, 'Content-Type': picture.type } });
}
