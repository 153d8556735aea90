import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { endStaffSessions, loadStaffSessions } from '#lib/client/stores/desk/staff.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { StaffWire } from '#lib/contract/staff.ts';
import type { StaffSessionWire } from '#lib/contract/staff-access.ts';
import { RowButton } from '../list/RowButton.tsx';

interface Props {
  row: Pick<StaffWire, 'id' | 'username'>;
  onClose: () => void;
}

/** Where a person is logged in, each ended by itself or all at once. */
export function SessionsDialog({ row, onClose }: Props) {
  const [list, setList] = useState<StaffSessionWire[] | null>(null);
  const { id, username } = row;

  useEffect(() => {
    loadStaffSessions(id).then(setList, react);
  }, [id]);

  async function end(key: string) {
    setList(await endStaffSessions(id, key));
    showToast('success', key === '' ? `${username}已全部退出` : '该设备已退出');
  }

  const others = (list ?? []).filter(({ is_current: isCurrent }) => isCurrent === 0);
  return (
    <Dialog
      title={`登录设备：${username}`}
      open
      width="wide"
      onClose={onClose}
      footer={
        <>
          {others.length > 1 && (
            <Button kind="plain" onClick={() => void end('').catch(react)}>
              全部退出
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      {list === null && <p role="status">正在读取…</p>}
      {list?.length === 0 && <p>没有登录的设备。</p>}
      <ul className="m-0 p-0 list-none text-small">
        {list?.map((one) => (
          <li
            key={one.key}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2 border-b border-b-solid border-line"
          >
            <b className="font-500">{one.device}</b>
            <span className="num">{one.address}</span>
            <span className="flex-1 text-ink-2">
              {momentText(one.created_at)}登录，{momentText(one.seen_at)}使用
            </span>
            {one.is_current === 1 ? (
              <span className="text-ink-2">当前设备</span>
            ) : (
              <RowButton text="退出" of={one.device} onPress={() => end(one.key)} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
