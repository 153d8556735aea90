import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { changeMember } from '#lib/client/stores/members.ts';
import type { MemberWire } from '#lib/contract/members.ts';
import { MembershipFields, membershipNames, membershipOf } from './MembershipFields.tsx';

interface Props {
  member: MemberWire;
  stores: MemberWire['stores'];
  onClose: () => void;
  onSaved: (member: MemberWire) => void;
}

/** Changes what a colleague may do. */
export function MemberDialog({ member, stores, onClose, onSaved }: Props) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: membershipNames,
    leaves: true,
    showsRefusal: true,
    send: (texts) => changeMember(member.id, membershipOf(texts)),
    onSent: onSaved,
  });
  const start = {
    role: member.role,
    orderLimit: member.order_limit ?? '',
    storeIds: member.stores.map(({ id }) => id),
  };
  return (
    <FormDialog
      title={`${member.name}的权限`}
      onClose={onClose}
      formId={formId}
      button="保存"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-4">
        <MembershipFields field={field} stores={stores} start={start} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
