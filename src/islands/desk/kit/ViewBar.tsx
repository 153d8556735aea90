import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import type { DeskView } from '#lib/contract/desk/views.ts';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { ViewsDialog } from './ViewsDialog.tsx';

interface Props {
  list: ListShape;
  initial: readonly DeskView[];
  /** The search of this address, as a view keeps it. */
  search: string;
  /** Roles that a view can be shared with. */
  roles: readonly { value: string; text: string }[];
}

/** The saved views of a list, each an address, and what is done with them. */
export function ViewBar({ list, initial, search, roles }: Props) {
  const [views, setViews] = useState(initial);
  const [opened, setOpened] = useState<'save' | 'all' | null>(null);
  const here = `${list.page}${search}`;
  const isSaved = views.some(({ href }) => href === here);
  const name = listName(list);
  const close = () => setOpened(null);
  if (views.length === 0 && search === '') return null;
  return (
    <nav
      aria-label="视图"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 md:px-4 py-1 border-b border-b-solid border-line text-small"
    >
      {views.length > 0 && (
        <a className="link" href={list.page} aria-current={search === '' ? 'page' : undefined}>
          默认
        </a>
      )}
      {views.map(({ id, name: title, href, owner, is_own: isOwn }) => (
        <a
          key={id}
          className="link aria-[current]:(font-600 text-ink)"
          href={href}
          aria-current={href === here ? 'page' : undefined}
          title={isOwn === 1 ? undefined : `${owner}共享`}
        >
          {title}
        </a>
      ))}
      <span className="flex gap-3 ml-auto">
        {search !== '' && !isSaved && (
          <Button kind="text" size="small" onClick={() => setOpened('save')}>
            保存视图
          </Button>
        )}
        {views.some(({ is_own: isOwn }) => isOwn === 1) && (
          <Button kind="text" size="small" onClick={() => setOpened('all')}>
            管理视图
          </Button>
        )}
      </span>
      {opened === 'save' && <SaveViewDialog list={name} search={search} onSaved={setViews} onClose={close} />}
      {opened === 'all' && <ViewsDialog views={views} roles={roles} onChanged={setViews} onClose={close} />}
    </nav>
  );
}
