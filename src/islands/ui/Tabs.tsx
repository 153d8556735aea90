export interface TabItem {
  id: string;
  text: string;
  /** Shown as a small number behind the text; 0 and undefined show none. */
  count?: number | undefined;
  /** A tab that is a page of its own. */
  href?: string;
}

interface Props {
  label: string;
  items: readonly TabItem[];
  current: string;
  /** For tabs without an address. */
  onSelect?: (id: string) => void;
}

const look = (isCurrent: boolean) =>
  `relative inline-flex items-center gap-1.5 h-touch px-1 border-0 bg-transparent text-body whitespace-nowrap ${
    isCurrent
      ? 'text-primary font-600 after:(content-empty absolute inset-x-0 bottom-0 h-2px bg-primary)'
      : 'text-ink-2 hover:text-primary'
  }`;

/** A row of tabs: links where each is a page of its own, else buttons. */
export function Tabs({ label, items, current, onSelect }: Props) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-b-solid border-line">
      <ul className="flex gap-6 px-4">
        {items.map((item) => (
          <li key={item.id}>
            {item.href ? (
              <a
                href={item.href}
                aria-current={item.id === current ? 'page' : undefined}
                className={look(item.id === current)}
              >
                <Text item={item} />
              </a>
            ) : (
              <button
                type="button"
                aria-pressed={item.id === current}
                className={look(item.id === current)}
                onClick={() => onSelect?.(item.id)}
              >
                <Text item={item} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Text({ item }: { item: TabItem }) {
  return (
    <>
      {item.text}
      {!!item.count && <span className="text-note num text-price">{item.count}</span>}
    </>
  );
}
