/** Islands in a document of the test: drawn, pressed and asked by role as a reader of the page would. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

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

/** The boxes that no label, heading or `aria-label` names, as they are written. */
export function nameless(place: ParentNode): string[] {
  const boxes = place.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea');
  return [...boxes].filter((box) => !nameOf(box).trim()).map((box) => box.outerHTML.slice(0, 120));
}

function nameOf(box: HTMLInputElement): string {
  const heading = document.getElementById(box.getAttribute('aria-labelledby') ?? '');
  const labels = [...document.querySelectorAll('label')].filter(
    (label) => (box.id !== '' && label.htmlFor === box.id) || label.contains(box),
  );
  return box.getAttribute('aria-label') ?? [heading, ...labels].map((one) => one?.textContent ?? '').join('');
}

/**
 * What a browser would put elsewhere than it was written in, as it reads the server's HTML: the island would then be drawn
 * a second time.
 */
function misplaced(): string[] {
  const blocks = ['ul', 'ol', 'dl', 'div', 'p', 'table', 'form', 'section', 'header', 'h2', 'h3'];
  const wrong = [...blocks.map((name) => `p ${name}`), 'a a', 'button button', 'form form'];
  return [...document.querySelectorAll(wrong.join())].map((one) => one.outerHTML.slice(0, 120));
}

/**
 * Takes away all that was drawn; for `afterEach`. Whatever a test was about, each box that it left has a name, and a browser
 * would read it as it was drawn.
 */
export async function clearDocument(): Promise<void> {
  const found = nameless(document);
  const strays = misplaced();
  for (const { root, place } of roots.splice(0)) {
    await act(async () => root.unmount());
    place.remove();
  }
  if (found.length > 0) throw new Error(`boxes without a name: ${found.join('\n')}`);
  if (strays.length > 0) throw new Error(`a browser would put these elsewhere: ${strays.join('\n')}`);
}

/** What a person does, and what follows of it. */
export async function does(work: () => unknown): Promise<void> {
  await act(async () => {
    await work();
  });
}

/**
 * Waits for what an answer of the server makes of the page: `check` throws until it is there. On a busy machine that is
 * long after the answer.
 */
export async function until(check: () => void, timeout = 20_000): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  try {
    await vi.waitFor(check, { interval: 2, timeout });
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  }
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

/** Writes into a box as a person does: what was there is replaced. */
export function typeInto(
  box: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): Promise<void> {
  return does(() => {
    // React watches the box's own `value`; a person does not go through it.
    const kind = Object.getPrototypeOf(box);
    Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** The box under a label of this beginning. */
export function boxOf<Box extends HTMLElement = HTMLInputElement>(place: ParentNode, label: string): Box {
  const found = [...place.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
  const box = found && place.querySelector<Box>(`[id="${found.htmlFor}"]`);
  if (!box) throw new Error(`no box is called ${label}`);
  return box;
}

/** The files that the page hands to the browser from now on, for the rest of the test. */
export function savedFiles(): Blob[] {
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) files.push(blob);
    return 'blob:file';
  });
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onTestFinished(() => {
    made.mockRestore();
    pressed.mockRestore();
  });
  return files;
}
