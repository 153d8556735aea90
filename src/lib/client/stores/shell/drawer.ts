/** Whether the cart drawer stands open; null before anybody or anything opened or closed it. */
import { atom } from 'nanostores';

export const $isDrawerOpen = atom<boolean | null>(null);

export function openDrawer(): void {
  $isDrawerOpen.set(true);
}

export function closeDrawer(): void {
  $isDrawerOpen.set(false);
}
