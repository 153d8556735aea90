/** The setting of this browser whether a tone is played for new messages; off until a person switches it on. */
import { atom } from 'nanostores';
import { playTone } from '../../tone.ts';

const key = 'yp_chat_sound';

function read(): boolean {
  try {
    return localStorage.getItem(key) === '1';
  } catch {
    return false;
  }
}

export const $hasSound = atom(false);

/** Takes the setting of the browser; once a page. */
export function loadSound(): void {
  $hasSound.set(read());
}

/** Switches it; a tone confirms that it is on. */
export function setSound(isOn: boolean): void {
  $hasSound.set(isOn);
  if (isOn) playTone('message');
  try {
    localStorage.setItem(key, isOn ? '1' : '');
  } catch {
    // It holds for this page.
  }
}

/** The tone of a new message, where it is on. */
export function soundMessage(): void {
  if ($hasSound.get()) playTone('message');
}
