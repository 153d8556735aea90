import { useId, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { LinkDialog } from '#islands/ui/LinkDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { inviteMember } from '#lib/client/stores/members.ts';
import type { Invited, InviteWire, MemberWire } from '#lib/contract/members.ts';
import { inviteDays } from '#lib/rules/companies/invite.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';
import { MembershipFields, membershipNames, membershipOf } from './MembershipFields.tsx';

interface Props {
  stores: MemberWire['stores'];
  onClose: () => void;
  onInvited: (invite: InviteWire) => void;
}

const names = ['phone', 'days', ...membershipNames] as const;
const start = { role: 'buyer', orderLimit: '', storeIds: [] } as const;

/** Invites a colleague: to a phone, or by a link that is shown this once. */
export function InviteDialog({ stores, onClose, onInvited }: Props) {
  const formId = useId();
  const [made, setMade] = useState<Invited | null>(null);
  const { form, field, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ phone, days }) => ({
      ...(phone.trim() !== '' && !isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
      ...(!(Number(days) >= inviteDays.min && Number(days) <= inviteDays.max) && {
        days: `请填写${inviteDays.min}到${inviteDays.max}之间的天数`,
      }),
    }),
    send: ({ phone, days, ...texts }) =>
      inviteMember(normalizePhone(phone), Number(days), membershipOf(texts)),
    onSent(invited) {
      onInvited(invited.invite);
      setMade(invited);
    },
  });
  if (made !== null) return <InviteLink made={made} onClose={onClose} />;
  return (
    <FormDialog title="邀请同事" onClose={onClose} formId={formId} button="生成邀请" isBusy={isBusy}>
      <form id={formId} {...form} className="grid gap-4">
        <Field
          label="同事的手机号（选填）"
          type="tel"
          inputMode="numeric"
          maxLength={20}
          hint="填写后邀请会发到该手机，只有这个手机号能用；不填则得到一个链接，您自己发给同事"
          {...field('phone')}
        />
        <MembershipFields field={field} stores={stores} start={{ ...start, storeIds: [] }} />
        <Field
          label="链接有效天数"
          inputMode="numeric"
          maxLength={2}
          {...field('days', String(inviteDays.normal))}
        />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}

function InviteLink({ made: { link, is_sent, invite }, onClose }: { made: Invited; onClose: () => void }) {
  return (
    <LinkDialog
      title="邀请已生成"
      label="邀请链接"
      address={new URL(link, location.origin).href}
      onClose={onClose}
    >
      {is_sent === 1 && `短信已发往${invite.phone}。`}
      {is_sent === 0 && invite.phone !== '' && '短信没有发出，请把链接发给同事。'}
      链接只显示这一次，只能用一次，请勿公开。
    </LinkDialog>
  );
}
