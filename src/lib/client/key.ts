/**
 * An idempotency key for one request of the buyer, so that sending it twice does it once: 128 random bits. randomUUID
 * exists on https pages only.
 */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
