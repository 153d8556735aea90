import { useStore } from '@nanostores/react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { $addresses, deleteAddress, makeDefaultAddress } from '#lib/client/stores/checkout/addresses.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { AddressWire } from '#lib/contract/addresses.ts';
import { placeToCheck, placeToCheckText } from '#lib/rules/companies/delivery-place.ts';
import { regionText } from '#lib/rules/text/address-text.ts';

// The form includes its dialog and the divisions: loaded only when an address is edited.
const AddressForm = lazy(() => import('./AddressForm.tsx').then((file) => ({ default: file.AddressForm })));

interface Props {
  initial: AddressWire[];
  /** Most addresses of a company. */
  limit: number;
  /** Whether this person's role may change them. */
  mayChange: boolean;
}

/** The company's delivery addresses: add, change, remove, choose the default. */
export function AddressBook({ initial, limit, mayChange }: Props) {
  const addresses = useStore($addresses) ?? initial;
  useLayoutEffect(() => {
    if ($addresses.get() === null) $addresses.set(initial);
  }, [initial]);
  const [editing, setEditing] = useState<AddressWire | 'new' | null>(null);

  async function remove(address: AddressWire) {
    const text = `确定删除“${address.receiver}，${address.detail}”吗？`;
    if (!(await ask({ title: '删除收货地址', text, confirm: '确定', cancel: '取消' }))) return;
    try {
      await deleteAddress(address.id);
      showToast('success', '收货地址已删除');
    } catch (error) {
      react(error);
    }
  }

  async function makeDefault(address: AddressWire) {
    try {
      await makeDefaultAddress(address.id);
      showToast('success', '已设为默认地址');
    } catch (error) {
      react(error);
    }
  }

  const isFull = addresses.length >= limit;
  return (
    <section className="panel">
      <h1 className="panel-title">
        收货地址
        <span className="text-small font-400 text-ink-2 num">
          {addresses.length}/{limit}
        </span>
        <Button
          className="ml-auto"
          size="small"
          disabled={!mayChange || isFull}
          title={isFull ? '收货地址已满，请先删除不用的地址' : undefined}
          onClick={() => setEditing('new')}
        >
          <span className="i-lucide-plus" aria-hidden="true" />
          新增收货地址
        </Button>
      </h1>
      {!mayChange && (
        <p className="px-4 py-2 text-small text-promo-ink bg-promo-wash">
          您的角色不能修改收货地址，请联系企业管理员
        </p>
      )}
      {addresses.length === 0 ? (
        <Empty
          icon="i-lucide-map-pin"
          title="还没有收货地址"
          text="添加后可在确认订单时直接选用，运费按收货地区计算"
        >
          {mayChange && <Button onClick={() => setEditing('new')}>新增收货地址</Button>}
        </Empty>
      ) : (
        <ul>
          {addresses.map((address) => (
            <li
              key={address.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 border-t border-t-solid border-line first:border-t-0"
            >
              <div className="flex-1 min-w-220px max-md:basis-full">
                <p className="flex flex-wrap items-center gap-2">
                  <b className="font-600">{address.receiver}</b>
                  <span className="num">{address.phone}</span>
                  {address.is_default === 1 && <Tag kind="soft">默认</Tag>}
                  {address.to_check === 1 && (
                    <Tag kind="warn" title={placeToCheckText}>
                      {placeToCheck}
                    </Tag>
                  )}
                </p>
                <p className="mt-1 text-small text-ink-2">{fullAddress(address)}</p>
              </div>
              {mayChange && (
                <div className="flex items-center gap-3">
                  {address.is_default === 0 && (
                    <Button kind="text" onClick={() => void makeDefault(address)}>
                      设为默认
                    </Button>
                  )}
                  <Button
                    kind="text"
                    aria-label={`修改${address.receiver}的地址`}
                    onClick={() => setEditing(address)}
                  >
                    修改
                  </Button>
                  <Button
                    kind="text"
                    aria-label={`删除${address.receiver}的地址`}
                    onClick={() => void remove(address)}
                  >
                    删除
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <Suspense fallback={null}>
          <AddressForm
            address={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
            onSaved={() => {
              setEditing(null);
              showToast('success', '收货地址已保存');
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The address in one line. */
export function fullAddress(address: AddressWire): string {
  return `${regionText(address)} ${address.detail}`;
}
