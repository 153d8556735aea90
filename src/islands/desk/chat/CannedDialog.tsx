import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { type Canned, dropCanned, findCanned } from '#lib/client/stores/desk/chat.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { CannedForm } from './CannedForm.tsx';

/** 快捷回复: those of the side and one's own; written, changed and deleted here. */
export function CannedDialog({ onClose }: { onClose: () => void }) {
  const [list, setList] = useState<readonly Canned[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  /** The row in the form; `new` for another one, null for none. */
  const [edited, setEdited] = useState<Canned | 'new' | null>(null);

  function load() {
    setFailed(false);
    findCanned('').then(setList, () => setFailed(true));
  }
  useEffect(load, []);

  async function drop(row: Canned) {
    const isSure = await ask({
      title: '删除快捷回复',
      text: `删除“${row.shortcut}”吗？`,
      confirm: '删除',
      cancel: '取消',
    });
    if (!isSure) return;
    try {
      setList(await dropCanned(row.id));
    } catch (error) {
      react(error);
    }
  }

  return (
    <Dialog title="快捷回复" open width="wide" onClose={onClose}>
      {edited !== null ? (
        <CannedForm
          row={edited === 'new' ? null : edited}
          onCancel={() => setEdited(null)}
          onSaved={(now) => {
            setList(now);
            setEdited(null);
            showToast('success', '快捷回复已保存');
          }}
        />
      ) : hasFailed ? (
        <Failed onRetry={load} />
      ) : list === null ? (
        <Loading rows={4} />
      ) : (
        <div className="grid gap-3">
          <p className="m-0 text-small text-ink-2">在回复框里输入 / 和快捷码，回车即可使用。</p>
          {list.length === 0 && <Empty icon="i-lucide-message-square-text" title="还没有快捷回复" />}
          <ul className="grid m-0 p-0 list-none" aria-label="快捷回复">
            {list.map((row) => (
              <li
                key={row.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2 border-b border-b-solid border-line text-small"
              >
                <span className="flex items-center gap-2 font-600">
                  /{row.shortcut} {row.is_own === 1 && <Tag kind="soft">仅自己</Tag>}
                </span>
                <span className="flex gap-2">
                  <Button
                    kind="text"
                    size="small"
                    aria-label={`修改${row.shortcut}`}
                    onClick={() => setEdited(row)}
                  >
                    修改
                  </Button>
                  <Button
                    kind="text"
                    size="small"
                    aria-label={`删除${row.shortcut}`}
                    onClick={() => void drop(row)}
                  >
                    删除
                  </Button>
                </span>
                <span className="col-span-2 text-ink-2 whitespace-pre-line break-all">{row.text}</span>
              </li>
            ))}
          </ul>
          <div>
            <Button kind="ghost" onClick={() => setEdited('new')}>
              新增快捷回复
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
