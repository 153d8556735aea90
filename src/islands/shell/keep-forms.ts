/**
 * What was typed and ticked on a page that is kept alive (`keepAlive` of the route table). Where the browser has the
 * page itself in its cache nothing is to do; else the controls that were touched get back what they had, as if it were
 * typed again, as soon as their islands are there.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Kept {
  /** The control's name among those of the page. */
  key: string;
  value: string;
  isTicked: boolean;
}

/** Buyers' controls come with their prices. */
const longestWait = 10_000;
/** Longer texts and more controls than a page has are not kept. */
const mostControls = 200;
const longestText = 2_000;

const kept = 'main :is(input:not([type=password], [type=hidden], [type=file]), textarea, select)';
const isControl = (element: Element): element is Control => element.matches(kept);

export function keepForms(): void {
  const storage = `form:${location.pathname}${location.search}`;
  // What was typed before this came differs from the server's HTML.
  const touched = new Set([...document.querySelectorAll<Control>(kept)].filter(isChanged));
  const note = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    // The buttons of a quantity box change its number.
    const box = target.closest('main fieldset')?.querySelector('input');
    for (const control of [target, box]) if (control && isControl(control)) touched.add(control);
  };
  for (const kind of ['input', 'change', 'click']) addEventListener(kind, note, true);
  addEventListener('pagehide', () => {
    // One tick may change others, as 全选 does.
    const hasTick = [...touched].some(isTick);
    const values = [...keyed()].flatMap(([key, control]) =>
      touched.has(control) || (hasTick && isTick(control))
        ? [{ key, value: control.value.slice(0, longestText), isTicked: isTick(control) && control.checked }]
        : [],
    );
    if (values.length > 0) sessionStorage.setItem(storage, JSON.stringify(values.slice(0, mostControls)));
    else sessionStorage.removeItem(storage);
  });
  const [visit] = performance.getEntriesByType('navigation');
  const isBack = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  const saved = sessionStorage.getItem(storage);
  if (isBack && saved !== null) restore(JSON.parse(saved), touched);
}

/** Gives each control its value once it is there and its island is hydrated. */
function restore(saved: readonly Kept[], touched: Set<Control>): void {
  const waiting = new Map(saved.map((one) => [one.key, one]));
  const search = () => {
    for (const [key, control] of keyed()) {
      const one = waiting.get(key);
      if (one === undefined || control.closest('astro-island[ssr]')) continue;
      waiting.delete(key);
      touched.add(control);
      give(control, one);
    }
    if (waiting.size === 0) stop();
  };
  const watcher = new MutationObserver(search);
  const stop = () => watcher.disconnect();
  watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['ssr'] });
  setTimeout(stop, longestWait);
  search();
}

function give(control: Control, { value, isTicked }: Kept): void {
  if (isTick(control)) {
    if (control.checked !== isTicked) control.click();
    return;
  }
  if (control.value === value) return;
  // React sees a value only where it was set by the element's own class.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  setter?.call(control, value);
  for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true }));
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return false;
  return isTick(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');
}

/** The controls of the page, each by its goods, its name, its label, and its place among those with the same. */
function keyed(): Map<string, Control> {
  const counts = new Map<string, number>();
  const controls = new Map<string, Control>();
  for (const control of document.querySelectorAll<Control>(kept)) {
    const goods = control.closest<HTMLElement>('[data-goods]')?.dataset.goods;
    const label = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent;
    const name = [goods, control.name, label].join('|');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    controls.set(`${name}|${count}`, control);
  }
  return controls;
}
