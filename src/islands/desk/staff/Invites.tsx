import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { LinkDialog } from '#islands/ui/LinkDialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { inviteStaff, revokeStaffInvite } from '#lib/client/stores/desk/staff.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { StaffInvited, StaffInviteWire } from '#lib/contract/staff-access.ts';
import { inviteDays } from '#lib/rules/companies/invite.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { RowButton } from '../list/RowButton.tsx';
import { RoleFields, type StaffMerchant } from './dialogs.tsx';

interface Props {
  initial: readonly StaffInviteWire[];
  side: Side;
  merchants: readonly StaffMerchant[];
}

/** Links by which people come in: made, handed on, taken back. */
export function Invites({ initial, side, merchants }: Props) {
  const [list, setList] = useState(initial);
  const [opened, setOpened] = useState<'ask' | StaffInvited | null>(null);
  const close = () => setOpened(null);

  async function revoke({ id, note }: StaffInviteWire) {
    const now = await revokeStaffInvite(id);
    setList((old) => old.map((one) => (one.id === id ? now : one)));
    showToast('success', `${note}的邀请已撤销`);
  }

  return (
    <section className="panel mt-3" aria-label="邀请">
      <div className="panel-title">
        <h2 className="flex-1">邀请</h2>
        <Button size="small" className="max-md:h-touch" onClick={() => setOpened('ask')}>
          用链接邀请
        </Button>
      </div>
      {list.length === 0 ? (
        <p className="px-3 md:px-4 py-3 text-small text-ink-2">
          还没有邀请。链接{inviteDays.normal}天内有效，只能用一次；对方打开后自己设登录名和密码。
        </p>
      ) : (
        <ul className="m-0 p-0 list-none text-small">
          {list.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-3 md:px-4 py-2 border-t border-t-solid border-line"
            >
              <b className="font-500">{row.note}</b>
              <span>
                {row.side} · {row.role_text}
              </span>
              <Tag kind={row.state === 'open' ? 'soft' : 'plain'}>{row.state_text}</Tag>
              <span className="flex-1 text-ink-2">
                {row.inviter} {momentText(row.created_at)}
                {row.state === 'open' && `，${momentText(row.expires_at)}前有效`}
              </span>
              {row.state === 'open' && <RowButton text="撤销" of={row.note} onPress={() => revoke(row)} />}
            </li>
          ))}
        </ul>
      )}
      {opened === 'ask' && (
        <InviteDialog
          side={side}
          merchants={merchants}
          onClose={close}
          onDone={(made) => {
            setList((old) => [made.invite, ...old]);
            setOpened(made);
          }}
        />
      )}
      {opened !== null && opened !== 'ask' && (
        <LinkDialog
          title={`邀请${opened.invite.note}`}
          label="邀请链接"
          address={opened.link}
          onClose={close}
        >
          {opened.is_sent === 1
            ? '链接已用短信发出，也可以复制后转交。'
            : '链接只显示这一次，请复制后发给本人。'}
          {momentText(opened.invite.expires_at)}前有效，只能用一次。
        </LinkDialog>
      )}
    </section>
  );
}

function InviteDialog({
  side,
  merchants,
  onClose,
  onDone,
}: {
  side: Side;
  merchants: readonly StaffMerchant[];
  onClose: () => void;
  onDone: (made: StaffInvited) => void;
}) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['note', 'role', 'merchant_id', 'phone'] as const,
    leaves: true,
    showsRefusal: true,
    check: ({ note }) => (note.trim() === '' ? { note: '请填写邀请谁' } : {}),
    send: ({ note, role, merchant_id, phone }) =>
      inviteStaff({ note: note.trim(), role, merchant_id, phone: phone.trim() }),
    onSent: onDone,
  });
  return (
    <FormDialog title="用链接邀请" formId={formId} button="生成链接" isBusy={isBusy} onClose={onClose}>
      <form {...form} id={formId} className="grid gap-3">
        <Field
          label="邀请谁"
          maxLength={50}
          hint="如姓名和岗位，只在这里显示"
          required
          data-focus=""
          {...field('note')}
        />
        <RoleFields side={side} merchants={merchants} error={errors.merchant_id} />
        <Field
          label="手机号"
          inputMode="tel"
          maxLength={20}
          hint="填写则用短信发出链接；不填由您转交"
          {...field('phone')}
        />
        <FormNotice text={errors.role ?? errors.form} />
      </form>
    </FormDialog>
  );
}
