import { useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { MemberWire } from '#lib/contract/members.ts';
import { limitOf } from '#lib/rules/companies/invite.ts';
import { type Role, roleMay, roles, roleText } from '#lib/rules/companies/roles.ts';

export const membershipNames = ['role', 'order_limit', 'store_ids'] as const;
type Name = (typeof membershipNames)[number];

interface Props {
  /** From a form that has these fields among others. */
  field: (name: Name, text?: string) => { name: string; defaultValue: string; error: string | undefined };
  stores: MemberWire['stores'];
  start: { role: Role; orderLimit: string; storeIds: number[] };
}

const about: Record<Role, string> = {
  owner: '管理企业资料、同事和门店，审核订单，做其他角色能做的一切',
  buyer: '加购、下单、付款；可设单笔限额，超出的订单由企业管理员或财务审核',
  finance: '付款、发票、钱包；审核超过限额的订单',
  receiver: '确认收货，查看随货资料',
  viewer: '只能查看',
};

/** A member's permissions: the role, the limit per order where the role orders, the stores where there are some. */
export function MembershipFields({ field, stores, start }: Props) {
  const [role, setRole] = useState<Role>(start.role);
  const { error: wrongRole, ...roleBox } = field('role', start.role);
  const { error: wrongStores, name } = field('store_ids');
  return (
    <>
      <div className="grid gap-1.5">
        <SelectBox
          label="角色"
          {...roleBox}
          options={roles.map((value) => ({ value, text: roleText(value) }))}
          onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? role)}
        />
        <p className={`text-note ${wrongRole ? 'text-price' : 'text-ink-3'}`}>{wrongRole ?? about[role]}</p>
      </div>
      {limitOf(role, 0) !== null && (
        <Field
          label="单笔限额（元，不填为不限）"
          inputMode="decimal"
          maxLength={12}
          hint="一个订单超过这个金额，要等企业管理员或财务审核"
          {...field('order_limit', start.orderLimit)}
        />
      )}
      {stores.length > 0 && role !== 'owner' && (
        <FieldGroup
          legend={roleMay(role, 'order') ? '可以为这些门店下单' : '可以查看这些门店'}
          error={wrongStores}
          hint="企业管理员可以为全部门店下单"
        >
          <div className="grid gap-1 max-h-160px overflow-auto">
            {stores.map((store) => (
              <label key={store.id} className="flex items-center gap-2 min-h-control">
                <input
                  type="checkbox"
                  name={name}
                  value={store.id}
                  defaultChecked={start.storeIds.includes(store.id)}
                />
                {store.name}
              </label>
            ))}
          </div>
        </FieldGroup>
      )}
    </>
  );
}

/** The values of the fields. */
export function membershipOf(texts: Record<Name, string>) {
  return {
    role: roles.find((one) => one === texts.role) ?? 'viewer',
    order_limit: (texts.order_limit ?? '').trim(),
    store_ids: texts.store_ids === '' ? [] : texts.store_ids.split(',').map(Number),
  };
}
