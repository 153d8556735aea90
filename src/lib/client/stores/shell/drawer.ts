/** Whether the cart drawer is open; null before it was opened or closed. */
import { atom } from 'nanostores';
import { drawerWidth } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';

export const $isDrawerOpen = atom<boolean | null>(null);

export function openDrawer(): void {
  $isDrawerOpen.set(true);
}

export function closeDrawer(): void {
  $isDrawerOpen.set(false);
}

/** True on the cart's own page, step 1. */
export function isBesideCart(): boolean {
  return location.pathname === path('/cart');
}

/** Whether the open drawer fits beside the page: it covers nothing, and nothing is moved. */
export function hasDrawerRoom(): boolean {
  const page = document.getElementById('main')?.getBoundingClientRect();
  return page !== undefined && document.documentElement.clientWidth - page.right >= drawerWidth;
}
