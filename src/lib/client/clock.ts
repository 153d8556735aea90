/** The server's clock in the browser: what begins and ends does so there, whatever the browser's clock says. */
import { atom } from 'nanostores';

/** Milliseconds that the server is ahead of the browser; 0 until an answer has told. */
export const $clockOffset = atom(0);

/** Takes the moment at which the server answered (epoch milliseconds). */
export function setServerTime(timestamp: number): void {
  $clockOffset.set(timestamp - Date.now());
}

/** Now, on the server. */
export function serverNow(): number {
  return Date.now() + $clockOffset.get();
}
