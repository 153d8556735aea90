import type { KeyboardEvent } from 'react';
import { pressedKey } from './pressed-key.ts';

export interface TabItem<Id extends string = string> {
  id: Id;
  text: string;
  /** Shown as a small number behind the text; 0 and undefined show none. */
  count?: number | undefined;
  /** The number asks for something, and is drawn so. */
  isNews?: boolean;
}

interface LinkProps {
  label: string;
  /** Each is a page of its own. */
  items: readonly (TabItem & { href: string })[];
  current: string;
}

interface PanelProps<Id extends string> {
  label: string;
  items: readonly TabItem<Id>[];
  current: Id;
  /** `id` of the element with role `tabpanel` that shows what is chosen. */
  panelId: string;
  /** In a narrow column. */
  isTight?: boolean;
  onSelect: (id: Id) => void;
}

const look = (isCurrent: boolean) =>
  `relative inline-flex items-center gap-1.5 h-touch px-1 border-0 bg-transparent text-body whitespace-nowrap focus-visible:-outline-offset-2 ${
    isCurrent
      ? 'text-primary font-600 after:(content-empty absolute inset-x-0 bottom-0 h-2px bg-primary)'
      : 'text-ink-2 hover:text-primary'
  }`;

const row = 'flex gap-6 px-4';
const tightRow = 'flex gap-3 px-3';
const scroller = 'overflow-x-auto border-b border-b-solid border-line';

/** A row of links that look like tabs, where each is a page of its own. */
export function LinkTabs({ label, items, current }: LinkProps) {
  return (
    <nav aria-label={label} className={scroller}>
      <ul className={row}>
        {items.map((item) => (
          <li key={item.id}>
            <a
              href={item.href}
              aria-current={item.id === current ? 'page' : undefined}
              className={look(item.id === current)}
            >
              <Text item={item} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Tabs of one panel on this page (ARIA's tabs with automatic activation): one stop of the Tab key, arrows go round,
 * Home and End go to the ends.
 */
export function Tabs<Id extends string>({
  label,
  items,
  current,
  panelId,
  isTight = false,
  onSelect,
}: PanelProps<Id>) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextAt(
      pressedKey(event),
      items.findIndex(({ id }) => id === current),
      items.length,
    );
    const item = next === null ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus();
    onSelect(item.id);
  }
  return (
    <div className={scroller}>
      <div role="tablist" aria-label={label} className={isTight ? tightRow : row} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={tabId(panelId, item.id)}
            aria-selected={item.id === current}
            aria-controls={panelId}
            tabIndex={item.id === current ? 0 : -1}
            className={look(item.id === current)}
            onClick={() => onSelect(item.id)}
          >
            <Text item={item} />
          </button>
        ))}
      </div>
    </div>
  );
}

/** Attributes of the panel of `<Tabs>`: it is named by the chosen tab. */
export function tabPanel(panelId: string, current: string) {
  return { id: panelId, role: 'tabpanel', 'aria-labelledby': tabId(panelId, current) } as const;
}

function tabId(panelId: string, id: string): string {
  return `${panelId}-${id}`;
}

/** The target of a key from the current tab; null for other keys. */
function nextAt(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function Text({ item }: { item: TabItem }) {
  return (
    <>
      {item.text}
      {!!item.count && (
        <span className={`text-note num font-400 ${item.isNews ? 'text-price' : 'text-ink-2'}`}>
          {item.count}
        </span>
      )}
    </>
  );
}
