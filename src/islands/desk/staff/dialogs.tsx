import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { addStaff, resetStaffTotp, setStaffRole } from '#lib/client/stores/desk/staff.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ResetTotpWire, StaffPasswordWire, StaffWire } from '#lib/contract/staff.ts';
import { merchantRoles, platformRoles, type Side, staffRoleText } from '#lib/rules/companies/staff.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

/** Roles of a side, for a choice. */
const roleOptions = (side: Side) =>
  (side === 'platform' ? platformRoles : merchantRoles).map((role) => ({
    value: role,
    text: staffRoleText(side, role),
  }));

/** A merchant whose people the platform lets in. */
export interface StaffMerchant {
  id: number;
  name: string;
}

interface RoleFieldsProps {
  side: Side;
  merchants: readonly StaffMerchant[];
  /** The refusal of the chosen merchant. */
  error: string | undefined;
}

/** The role of a new person; at the platform after whose person it is: its own, or a merchant's. */
export function RoleFields({ side, merchants, error }: RoleFieldsProps) {
  const [merchant, setMerchant] = useState('');
  const of = side === 'merchant' || merchant !== '' ? 'merchant' : 'platform';
  return (
    <>
      {side === 'platform' && (
        <div className="field">
          <SelectBox
            label="所属"
            name="merchant_id"
            options={[
              { value: '', text: '平台' },
              ...merchants.map(({ id, name }) => ({ value: String(id), text: name })),
            ]}
            value={merchant}
            onChange={({ currentTarget }) => setMerchant(currentTarget.value)}
          />
          <FormNotice text={error} />
        </div>
      )}
      <div className="field">
        <SelectBox
          key={of}
          label="角色"
          name="role"
          options={roleOptions(of)}
          defaultValue={of === 'platform' ? 'service' : side === 'platform' ? 'admin' : 'orders'}
        />
      </div>
    </>
  );
}

interface AddProps {
  /** The adding person's side: the platform adds its own and any merchant's, a merchant its own. */
  side: Side;
  merchants: readonly StaffMerchant[];
  onClose: () => void;
  onDone: (made: StaffPasswordWire) => void;
}

/** A new person. */
export function AddStaffDialog({ side, merchants, onClose, onDone }: AddProps) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['username', 'role', 'merchant_id'] as const,
    leaves: true,
    showsRefusal: true,
    check: ({ username }) => (username.trim().length < 2 ? { username: '请填写登录名，2–50个字' } : {}),
    send: ({ username, role, merchant_id: merchantId }) =>
      addStaff({ username: username.trim(), role, ...(merchantId !== '' && { merchant_id: merchantId }) }),
    onSent: onDone,
  });
  return (
    <FormDialog title="新增员工" formId={formId} button="新增" isBusy={isBusy} onClose={onClose}>
      <form {...form} id={formId} className="grid gap-3">
        <Field
          label="登录名"
          maxLength={50}
          autoCapitalize="none"
          hint="字母、汉字、数字和 . _ -，新增后不能更改"
          required
          data-focus=""
          {...field('username')}
        />
        <RoleFields side={side} merchants={merchants} error={errors.merchant_id} />
        <FormNotice text={errors.role ?? errors.form} />
      </form>
    </FormDialog>
  );
}

interface RoleProps {
  /** `merchant_id` is 0 for the platform's own. */
  row: Pick<StaffWire, 'id' | 'username' | 'role' | 'merchant_id'>;
  onClose: () => void;
  onDone: (row: StaffWire) => void;
}

/** Another role of a person; it takes effect at their next login, which is forced at once. */
export function RoleDialog({ row, onClose, onDone }: RoleProps) {
  const formId = useId();
  const { form, errors, isBusy } = useForm({
    names: ['role'] as const,
    leaves: true,
    showsRefusal: true,
    send: ({ role }) => setStaffRole({ id: row.id, role, from: row.role }),
    onSent: onDone,
  });
  return (
    <FormDialog
      title={`改角色：${row.username}`}
      formId={formId}
      button="保存"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">保存后该员工会退出登录，重新登录后按新角色使用。</p>
        <div className="field">
          <SelectBox
            label="角色"
            name="role"
            options={roleOptions(row.merchant_id === 0 ? 'platform' : 'merchant')}
            defaultValue={row.role}
          />
        </div>
        <FormNotice text={errors.role ?? errors.form} />
      </form>
    </FormDialog>
  );
}

/** The authenticator is taken away: at once, or by a second person for the platform's people. */
export function TotpDialog({ row, onClose, onDone }: RoleProps) {
  const formId = useId();
  const isOfPlatform = row.merchant_id === 0;
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'] as const,
    leaves: true,
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写原因' } : {}),
    send: ({ reason }) => resetStaffTotp({ id: row.id, reason: reason.trim() }),
    onSent({ staff, waits }: ResetTotpWire) {
      onDone(staff);
      onClose();
      if (waits === 1) sayWaits(`解除${staff.username}的身份验证器`, 'staff_totp');
      else showToast('success', `${staff.username}已解除`);
    },
  });
  return (
    <FormDialog
      title={`解除身份验证器：${row.username}`}
      formId={formId}
      button={isOfPlatform ? '提交复核' : '解除'}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">请先当面或用电话确认是本人。解除后该员工立即退出登录。</p>
        {isOfPlatform && <SecondNote kind="staff_totp" />}
        <Field label="原因" maxLength={200} required data-focus="" {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}

/** The initial password, shown only once. */
export function FirstPassword({ made, onClose }: { made: StaffPasswordWire; onClose: () => void }) {
  return (
    <Dialog
      title={`初始密码：${made.staff.username}`}
      open
      onClose={onClose}
      footer={<Button onClick={onClose}>已转交</Button>}
    >
      <p className="mb-2">只显示这一次，请当面或用电话转交。本人登录后须先改成自己的密码。</p>
      <p>
        <b className="num break-all">{made.password}</b>
        <CopyButton text={made.password} of="初始密码" />
      </p>
    </Dialog>
  );
}
