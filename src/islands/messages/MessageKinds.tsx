import type { KindCounts, MessagesInput } from '#lib/contract/messages.ts';
import { path } from '#lib/contract/routes.ts';

type Kind = KindCounts[number]['kind'];

/** The address of the first page of a filter. */
export function messagesHref({ unread, kind }: Pick<MessagesInput, 'unread' | 'kind'>): string {
  return path('/zhzx/wdxx', undefined, { unread: unread === 1 ? 1 : undefined, kind });
}

interface Props {
  kinds: KindCounts;
  /** Undefined: all kinds. */
  current: Kind | undefined;
  unread: MessagesInput['unread'];
}

/** Links that filter messages by kind, each with its number of unread messages. Kinds without a message are left out. */
export function MessageKinds({ kinds, current, unread }: Props) {
  const items = [{ kind: undefined, text: '全部种类', unread: 0 }, ...kinds];
  return (
    <nav
      aria-label="消息种类"
      data-current-in-sight=""
      className="max-md:overflow-x-auto no-scrollbar border-b border-b-solid border-line"
    >
      <ul className="flex md:flex-wrap gap-1 px-3 py-1.5 text-small whitespace-nowrap">
        {items.map((item) => (
          <li key={item.text}>
            <a
              href={messagesHref({ unread, kind: item.kind })}
              aria-current={item.kind === current ? 'true' : undefined}
              className={`relative inline-flex items-center gap-1 h-tool max-md:h-touch px-2 rounded hover:text-primary ${
                item.kind === current ? 'text-primary-ink font-600 bg-primary-wash' : 'text-ink-2'
              }`}
            >
              {item.text}
              {item.unread > 0 && (
                <span className="num text-note text-price">
                  {item.unread}
                  <span className="sr-only">条未读</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
