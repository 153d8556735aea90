import { type RefObject, useEffect, useRef } from 'react';

/**
 * A place that takes the focus back after work: a pressed button is disabled meanwhile and loses it, and may be gone
 * afterwards. The first control in it that can be pressed gets the focus, else the place itself, which needs tabIndex -1.
 * A focus that has gone elsewhere stays there.
 */
export function useKeptFocus<E extends HTMLElement>(isBusy: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    const isOver = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!isOver || document.activeElement !== document.body) return;
    (place.current?.querySelector<HTMLElement>('button:enabled, a') ?? place.current)?.focus();
  }, [isBusy]);
  return place;
}
