import { type ReactNode, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { resetStaffPassword } from '#lib/client/stores/desk/staff.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import type { OpenedList, RowOf } from '#lib/contract/desk/list.ts';
import type { staffList } from '#lib/contract/desk/lists/staff.ts';
import type { StaffPasswordWire } from '#lib/contract/staff.ts';
import type { StaffInviteWire } from '#lib/contract/staff-access.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { AddStaffDialog, FirstPassword, RoleDialog, type StaffMerchant, TotpDialog } from './dialogs.tsx';
import { Invites } from './Invites.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';

interface Props extends OpenedList<typeof staffList> {
  invites: readonly StaffInviteWire[];
  side: Side;
  /** Merchants whose people this side lets in; none at a merchant's own desk. */
  merchants: readonly StaffMerchant[];
}

type Row = RowOf<typeof staffList>;
type Opened =
  | { kind: 'add' }
  | { kind: 'role' | 'totp' | 'sessions'; row: Row }
  | { kind: 'password'; made: StaffPasswordWire };

/** Staff: added, given a role, disabled; each act stands by the value that it changes. */
export function StaffPage({ invites, side, merchants, ...list }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const act = (text: string, { username }: Row, onPress: () => unknown) => (
    <RowButton text={text} of={username} onPress={onPress} />
  );
  return (
    <>
      <ListPage
        {...list}
        cells={{
          username: (row) => (
            <Cell text={`${row.username}${row.is_own === 1 ? '（本人）' : ''}`}>
              {row.is_disabled === 0 && act('登录设备', row, () => setOpened({ kind: 'sessions', row }))}
            </Cell>
          ),
          role_text: (row) => (
            <Cell text={row.role_text}>
              {row.may_change === 1 && act('改角色', row, () => setOpened({ kind: 'role', row }))}
            </Cell>
          ),
          state: (row) => (
            <Cell text={String(cellText(list.list.columns.state, row.state))}>
              {row.may_change === 1 && act('重设密码', row, () => reset(row, setOpened))}
            </Cell>
          ),
          is_enrolled: (row) => (
            <Cell text={row.is_enrolled === 1 ? '已绑定' : '未绑定'}>
              {side === 'platform' &&
                row.may_change === 1 &&
                row.is_enrolled === 1 &&
                act('解除验证器', row, () => setOpened({ kind: 'totp', row }))}
            </Cell>
          ),
        }}
        tools={(reload) => (
          <>
            <Button size="small" className="max-md:h-touch" onClick={() => setOpened({ kind: 'add' })}>
              新增员工
            </Button>
            {opened?.kind === 'add' && (
              <AddStaffDialog
                side={side}
                merchants={merchants}
                onClose={close}
                onDone={(made) => {
                  setOpened({ kind: 'password', made });
                  reload();
                }}
              />
            )}
            {opened?.kind === 'role' && (
              <RoleDialog
                row={opened.row}
                onClose={close}
                onDone={(row) => {
                  close();
                  reload();
                  showToast('success', `${row.username}现在是${row.role_text}，已退出登录`);
                }}
              />
            )}
            {opened?.kind === 'sessions' && <SessionsDialog row={opened.row} onClose={close} />}
            {opened?.kind === 'totp' && <TotpDialog row={opened.row} onClose={close} onDone={reload} />}
            {opened?.kind === 'password' && (
              <FirstPassword
                made={opened.made}
                onClose={() => {
                  close();
                  reload();
                }}
              />
            )}
          </>
        )}
      />
      <Invites initial={invites} side={side} merchants={merchants} />
    </>
  );
}

/** A value, and the button that changes it. */
function Cell({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {text}
      {children}
    </span>
  );
}

async function reset(row: Row, open: (opened: Opened) => void): Promise<void> {
  const text = `${row.username}会立即退出登录，用新的初始密码登录后须改成自己的密码。`;
  if (!(await ask({ title: '重设密码', text, confirm: '重设密码', cancel: '取消' }))) return;
  open({ kind: 'password', made: await resetStaffPassword(row.id) });
}
