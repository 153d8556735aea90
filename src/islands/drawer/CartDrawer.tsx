import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import {
  $isDrawerOpen,
  closeDrawer,
  hasDrawerRoom,
  isBesideCart,
  openDrawer,
} from '#lib/client/stores/shell/drawer.ts';
import { drawerDelay } from '#lib/contract/constants.ts';

/** Loaded when the drawer opens for the first time. */
const DrawerBody = lazy(async () => ({ default: (await import('./DrawerBody.tsx')).DrawerBody }));

/**
 * The cart next to every page: 40 px closed, 310 px open; on a phone a sheet from the bottom. Beside the cart's own page
 * it opens by itself where there is room for it, with what the page has not.
 */
export function CartDrawer() {
  const state = useStore($isDrawerOpen, { ssr: 'initial' });
  const isOpen = state === true;
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const root = document.documentElement;
    if (state === null) delete root.dataset.drawer;
    else root.dataset.drawer = state ? 'open' : 'closed';
  }, [state]);

  useEffect(() => {
    if (!isBesideCart()) return;
    const opening = setTimeout(() => {
      if (hasDrawerRoom()) openDrawer();
    }, drawerDelay);
    const onResize = () => {
      if ($isDrawerOpen.get() && !hasDrawerRoom()) closeDrawer();
    };
    addEventListener('resize', onResize);
    return () => {
      clearTimeout(opening);
      removeEventListener('resize', onResize);
    };
  }, []);

  // Opened by a button, it takes the focus; Esc returns it to the button.
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    const wasAsked = opener instanceof HTMLElement && opener.dataset.drawerButton !== undefined;
    if (wasAsked) panel.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]'))
        return;
      const isInside = panel.current?.contains(document.activeElement);
      if (!isInside) return;
      closeDrawer();
      if (wasAsked) opener.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);

  return (
    <>
      {isOpen && (
        <button
          type="button"
          className="drawer-back"
          tabIndex={-1}
          aria-label="关闭购物车"
          onClick={closeDrawer}
        />
      )}
      <section
        ref={panel}
        id="cart-drawer"
        tabIndex={-1}
        aria-label="购物车抽屉"
        hidden={!isOpen}
        className="drawer-panel"
      >
        {isOpen && (
          <Suspense fallback={null}>
            <DrawerBody />
          </Suspense>
        )}
      </section>
    </>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
CartDrawer.isStill = true;
