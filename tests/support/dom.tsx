/** Islands in a document of the test: drawn, pressed and asked by role as a reader of the page would. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const roots: { root: Root; place: HTMLElement }[] = [];

/** Draws an island; drawing into the same place again is a change of its props. */
export async function draw(content: ReactNode, place?: HTMLElement): Promise<HTMLElement> {
  const known = roots.find((one) => one.place === place);
  const element = known?.place ?? document.body.appendChild(document.createElement('main'));
  const root = known?.root ?? createRoot(element);
  if (!known) roots.push({ root, place: element });
  await act(async () => root.render(content));
  return element;
}

/** Takes away all that was drawn; for `afterEach`. */
export async function clearDocument(): Promise<void> {
  for (const { root, place } of roots.splice(0)) {
    await act(async () => root.unmount());
    place.remove();
  }
}

/** What a person does, and what follows of it. */
export async function does(work: () => unknown): Promise<void> {
  await act(async () => {
    await work();
  });
}

export function press(element: Element, keys: MouseEventInit = {}): Promise<void> {
  return does(() =>
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })),
  );
}

export function typeKey(key: string, init: KeyboardEventInit = {}): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  return does(() => document.activeElement?.dispatchEvent(event));
}

/** The one control of this name; its name is `aria-label` or its text. */
export function named<Kind extends HTMLElement = HTMLElement>(place: ParentNode, name: string): Kind {
  const found = [...place.querySelectorAll<Kind>('button, input, select, a, [role]')].filter(
    (one) =>
      (one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent) === name,
  );
  if (found.length !== 1) throw new Error(`${found.length} controls are called ${name}`);
  return found[0]!;
}
