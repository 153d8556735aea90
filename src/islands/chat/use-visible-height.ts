import { useEffect } from 'react';

/**
 * Keeps `--seen` and `--seen-top` of the document at the part of the page that is seen, px: a phone's keyboard covers the rest,
 * and the box of a talk is shown above it.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const seen = globalThis.visualViewport;
    if (!seen) return;
    const { style } = document.documentElement;
    const measure = () => {
      style.setProperty('--seen', `${seen.height}px`);
      style.setProperty('--seen-top', `${seen.offsetTop}px`);
    };
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
      style.removeProperty('--seen');
      style.removeProperty('--seen-top');
    };
  }, []);
}
