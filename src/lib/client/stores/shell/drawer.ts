/** Whether the cart drawer is open; null before it was opened or closed. */
import { atom } from 'nanostores';

export const $isDrawerOpen = atom<boolean | null>(null);

export function openDrawer(): void {
  $isDrawerOpen.set(true);
}

export function closeDrawer(): void {
  $isDrawerOpen.set(false);
}
