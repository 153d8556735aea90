/** The server's clock in the browser: periods begin and end by it, whatever the browser's clock says. */
import { atom } from 'nanostores';

/** Milliseconds that the server is ahead of the browser; 0 until a response tells. */
export const $clockOffset = atom(0);

/** Takes the time of the server's response (epoch milliseconds). */
export function setServerTime(timestamp: number): void {
  $clockOffset.set(timestamp - Date.now());
}

/** Now, on the server. */
export function serverNow(): number {
  return Date.now() + $clockOffset.get();
}
