import { useCallback, useState } from 'react';
import type { SettingsStore } from '#lib/client/stores/desk/settings.ts';
import type { SettingsAnswer } from '#lib/contract/settings.ts';
import type { SettingGroup } from '#lib/rules/site/setting-groups.ts';
import type { SettingKey } from '#lib/rules/site/settings.ts';
import { SettingHistory } from './SettingHistory.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';

interface Props {
  store: SettingsStore;
  groups: readonly SettingGroup[];
  initial: SettingsAnswer;
}

/** Groups of settings, each saved by itself, with the history of each setting. */
export function SettingsGroups({ store, groups, initial }: Props) {
  const [rows, setRows] = useState(initial.list);
  const [opened, setOpened] = useState<SettingKey | null>(null);
  const close = useCallback(() => setOpened(null), []);
  /** A new key of the groups after an undo: their boxes would show the values from before it. */
  const [round, setRound] = useState(0);
  return (
    <>
      {groups.map((group) => (
        <SettingsGroup
          key={`${group}:${round}`}
          store={store}
          group={group}
          rows={rows}
          onRows={setRows}
          onHistory={setOpened}
        />
      ))}
      {opened !== null && (
        <SettingHistory
          store={store}
          setting={opened}
          onClose={close}
          onUndone={({ list }) => {
            setRows(list);
            setRound(round + 1);
          }}
        />
      )}
    </>
  );
}
