import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import type { SettingsStore } from '#lib/client/stores/desk/settings.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { SettingEntryWire, SettingsAnswer } from '#lib/contract/settings.ts';
import { secondText } from '#lib/rules/companies/countersign.ts';
import { secondKind } from '#lib/rules/site/setting-groups.ts';
import { type SettingKey, settingField, wantsSecond } from '#lib/rules/site/settings.ts';
import { RowButton } from '../list/RowButton.tsx';

interface Props {
  store: SettingsStore;
  setting: SettingKey;
  onClose: () => void;
  onUndone: (answer: SettingsAnswer) => void;
}

/** Who changed a setting, when, from what to what and why; a change may be taken back unless changed since. */
export function SettingHistory({ store, setting, onClose, onUndone }: Props) {
  const [entries, setEntries] = useState<SettingEntryWire[] | null>(null);
  const { label, group } = settingField(setting);
  const kind = secondKind(group);

  useEffect(() => {
    store.history(setting).then(setEntries, (error: unknown) => {
      react(error);
      onClose();
    });
  }, [store, setting, onClose]);

  async function undo({ id, from }: SettingEntryWire) {
    const isSure = await ask({
      title: `撤销修改：${label}`,
      text: `“${label}”改回“${from}”。${wantsSecond(setting) ? secondText(kind, null, 'platform') : ''}`,
      confirm: '撤销修改',
      cancel: '取消',
    });
    if (!isSure) return;
    const answer = await store.undo(setting, id);
    onUndone(answer);
    setEntries(await store.history(setting));
    if (answer.waits.length > 0) sayWaits(label, kind);
    else showToast('success', `“${label}”已改回`);
  }

  return (
    <Dialog
      title={`修改记录：${label}`}
      open
      width="wide"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {entries === null && <p role="status">正在读取…</p>}
      {entries?.length === 0 && <p>还没有修改过。</p>}
      {entries !== null && entries.length > 0 && (
        <ol className="grid gap-3 m-0 p-0 list-none text-small">
          {entries.map((entry) => (
            <li key={entry.id} className="grid gap-0.5 pb-2 border-b border-b-solid border-line">
              <p className="flex flex-wrap gap-x-3 text-ink-2">
                <time className="num" dateTime={entry.at}>
                  {momentText(entry.at)}
                </time>
                <span>{entry.who}</span>
                <span className="num">第{entry.id}条</span>
              </p>
              <p className="break-all">
                {entry.from} → <b>{entry.to}</b>
              </p>
              {entry.reason !== '' && <p className="text-ink-2">原因：{entry.reason}</p>}
              {entry.may_undo === 1 ? (
                <p>
                  <RowButton text="撤销修改" of={`第${entry.id}条`} onPress={() => undo(entry)} />
                </p>
              ) : (
                <p className="text-note text-ink-2">不能撤销：{entry.problem}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
