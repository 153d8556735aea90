import { useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { disableStaff, enableStaff, loadStaff, resetStaffPassword } from '#lib/client/stores/desk/staff.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskStaffValues, StaffList, StaffPasswordWire, StaffWire } from '#lib/contract/staff.ts';
import type { StaffInviteWire } from '#lib/contract/staff-access.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { AddStaffDialog, FirstPassword, RoleDialog, TotpDialog } from './dialogs.tsx';
import { Invites } from './Invites.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';

interface Props {
  initial: StaffList;
  invites: readonly StaffInviteWire[];
  input: DeskStaffValues;
  /** The viewer's own account, which they cannot change. */
  own: string;
  side: Side;
}

type Opened =
  | { kind: 'add' }
  | { kind: 'role'; row: StaffWire }
  | { kind: 'totp'; row: StaffWire }
  | { kind: 'sessions'; row: StaffWire }
  | { kind: 'password'; made: StaffPasswordWire };

const idOf = ({ id }: StaffWire) => id;
const nameOf = ({ username }: StaffWire) => username;

/** Staff: added, given a role, disabled. A merchant's administrator sees their own side. */
export function StaffPage({ initial, invites, input, own, side }: Props) {
  const list = useDeskList({ address: path('/desk/staff'), initial, input, load: loadStaff, idOf });
  const [opened, setOpened] = useState<Opened | null>(null);
  const { put } = list;
  const columns = useMemo(() => columnsOf({ own, side, put, open: setOpened }), [own, side, put]);
  const close = () => setOpened(null);
  return (
    <>
      <DeskList
        title="员工"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-users"
        none="没有员工账号"
        acts={
          <Button size="small" className="max-md:h-touch" onClick={() => setOpened({ kind: 'add' })}>
            新增员工
          </Button>
        }
      >
        <Field label="登录名" name="name" defaultValue={input.name} maxLength={50} />
      </DeskList>
      {opened?.kind === 'add' && (
        <AddStaffDialog
          side={side}
          onClose={close}
          onDone={(made) => {
            setOpened({ kind: 'password', made });
            void list.reload();
          }}
        />
      )}
      {opened?.kind === 'role' && (
        <RoleDialog
          row={opened.row}
          onClose={close}
          onDone={(row) => {
            put(row);
            close();
            showToast('success', `${row.username}现在是${row.role_text}，已退出登录`);
          }}
        />
      )}
      <Invites initial={invites} side={side} />
      {opened?.kind === 'sessions' && <SessionsDialog row={opened.row} onClose={close} />}
      {opened?.kind === 'totp' && <TotpDialog row={opened.row} onClose={close} onDone={put} />}
      {opened?.kind === 'password' && <FirstPassword made={opened.made} onClose={close} />}
    </>
  );
}

interface Acts {
  own: string;
  side: Side;
  put: (row: StaffWire) => void;
  open: (opened: Opened) => void;
}

function columnsOf(acts: Acts): readonly TableColumn<StaffWire>[] {
  return [
    { id: 'username', head: '登录名', value: ({ username }) => username, isTitle: true },
    { id: 'side', head: '所属', value: ({ merchant }) => merchant ?? '平台' },
    { id: 'role', head: '角色', value: ({ role_text: role }) => role },
    { id: 'state', head: '状态', value: stateOf },
    { id: 'totp', head: '身份验证器', value: ({ is_enrolled: has }) => (has === 1 ? '已绑定' : '未绑定') },
    { id: 'acts', head: '操作', cell: (row) => <RowActs row={row} {...acts} /> },
  ];
}

function stateOf(row: StaffWire): string {
  if (row.is_disabled === 1) return '已停用';
  return row.must_change_password === 1 ? '待改初始密码' : '正常';
}

function RowActs({ row, own, side, put, open }: Acts & { row: StaffWire }) {
  const name = row.username;
  const sessions = <RowButton text="登录设备" of={name} onPress={() => open({ kind: 'sessions', row })} />;
  if (row.username === own)
    return (
      <span className="flex flex-wrap gap-x-3">
        <span className="text-ink-2">本人</span>
        {sessions}
      </span>
    );
  if (row.is_disabled === 1)
    return <RowButton text="启用" of={name} onPress={async () => put(await enableStaff(row.id))} />;
  return (
    <span className="flex flex-wrap gap-x-3">
      <RowButton text="改角色" of={name} onPress={() => open({ kind: 'role', row })} />
      <RowButton text="重设密码" of={name} onPress={() => reset(row, open, put)} />
      {side === 'platform' && row.is_enrolled === 1 && (
        <RowButton text="解除验证器" of={name} onPress={() => open({ kind: 'totp', row })} />
      )}
      {sessions}
      <RowButton text="停用" of={name} onPress={() => shutOut(row, put)} />
    </span>
  );
}

async function reset(row: StaffWire, open: Acts['open'], put: Acts['put']): Promise<void> {
  const text = `${row.username}会立即退出登录，用新的初始密码登录后须改成自己的密码。`;
  if (!(await ask({ title: '重设密码', text, confirm: '重设密码', cancel: '取消' }))) return;
  const made = await resetStaffPassword(row.id);
  put(made.staff);
  open({ kind: 'password', made });
}

async function shutOut(row: StaffWire, put: Acts['put']): Promise<void> {
  const text = `${row.username}会立即退出登录，启用前不能再登录。`;
  if (!(await ask({ title: '停用员工', text, confirm: '停用', cancel: '取消' }))) return;
  put(await disableStaff(row.id));
  showToast('success', `${row.username}已停用`);
}
