import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { changeView, dropView } from '#lib/client/stores/desk/views.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxViewName } from '#lib/contract/desk/view-limits.ts';
import type { DeskView, DeskViews } from '#lib/contract/desk/views.ts';

interface Props {
  views: readonly DeskView[];
  /** The roles of the person's side. */
  roles: readonly { value: string; text: string }[];
  onChanged: (views: readonly DeskView[]) => void;
  onClose: () => void;
}

/** The person's own views: renamed, shared with a role, deleted. */
export function ViewsDialog({ views, roles, onChanged, onClose }: Props) {
  const own = views.filter(({ is_own: isOwn }) => isOwn === 1);
  return (
    <Dialog open title="管理视图" width="wide" onClose={onClose}>
      {own.length === 0 && <p className="m-0 text-small text-ink-2">没有自己保存的视图。</p>}
      <ul className="grid gap-3 m-0 p-0 list-none">
        {own.map((view) => (
          <OneView key={view.id} view={view} roles={roles} onChanged={onChanged} />
        ))}
      </ul>
    </Dialog>
  );
}

function OneView({ view, roles, onChanged }: { view: DeskView } & Pick<Props, 'roles' | 'onChanged'>) {
  const [name, setName] = useState(view.name);
  const [role, setRole] = useState(view.role);
  const isChanged = name.trim() !== view.name || role !== view.role;

  async function done(answer: Promise<DeskViews>, text: string) {
    try {
      onChanged((await answer).list);
      showToast('success', text);
    } catch (error) {
      react(error);
    }
  }

  async function drop() {
    const text = `删除视图“${view.name}”？`;
    if (await ask({ title: '删除视图', text, confirm: '删除', cancel: '取消' }))
      await done(dropView(view.id), '已删除');
  }

  return (
    <li className="grid md:grid-cols-[minmax(0,1fr)_auto_auto_auto] gap-2 items-center text-small">
      <input
        className="input"
        aria-label={`视图“${view.name}”的名称`}
        maxLength={maxViewName}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectBox
        label={`视图“${view.name}”共享给`}
        hidesLabel
        options={[{ value: '', text: '不共享' }, ...roles]}
        value={role}
        onChange={({ target }) => setRole(target.value)}
      />
      <Button
        size="small"
        disabled={!isChanged || name.trim() === ''}
        onClick={() => void done(changeView({ id: view.id, name: name.trim(), role }), '已保存')}
      >
        保存
      </Button>
      <Button kind="plain" size="small" onClick={() => void drop()}>
        删除
      </Button>
    </li>
  );
}
