import { useStore } from '@nanostores/react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { $addresses } from '#lib/client/stores/checkout/addresses.ts';
import { $previewing, choose } from '#lib/client/stores/checkout/checkout.ts';
import type { AddressWire } from '#lib/contract/addresses.ts';
import { placeToCheck, placeToCheckText } from '#lib/rules/companies/delivery-place.ts';
import { regionText } from '#lib/rules/text/address-text.ts';

// The form includes its dialog and the divisions: loaded only when an address is edited.
const AddressForm = lazy(() =>
  import('#islands/addresses/AddressForm.tsx').then((file) => ({ default: file.AddressForm })),
);

/** Shown before 更多地址 is pressed. */
const fewAddresses = 3;

interface Props {
  initial: AddressWire[];
  /** The address that the preview counts with. */
  current: number | null;
}

/** The delivery address. Freight and deliverable items depend on it. */
export function AddressPicker({ initial, current }: Props) {
  const addresses = useStore($addresses) ?? initial;
  const isBusy = useStore($previewing) > 0;
  useLayoutEffect(() => {
    if ($addresses.get() === null) $addresses.set(initial);
  }, [initial]);
  const [editing, setEditing] = useState<AddressWire | 'new' | null>(null);
  const [isLong, setLong] = useState(false);
  const chosen = addresses.find((address) => address.id === current);
  const few = [...new Set([...(chosen ? [chosen] : []), ...addresses])].slice(0, fewAddresses);
  const shown = isLong ? addresses : addresses.filter((address) => few.includes(address));

  return (
    <section className="panel" aria-labelledby="address-title">
      <h2 id="address-title" className="panel-title">
        收货地址
        <Button kind="text" size="small" className="ml-auto" onClick={() => setEditing('new')}>
          <span className="i-lucide-plus" aria-hidden="true" />
          新增地址
        </Button>
      </h2>
      {addresses.length === 0 && (
        <p className="px-4 py-6 text-center text-ink-2">
          还没有收货地址，
          <Button kind="text" onClick={() => setEditing('new')}>
            先添加一个
          </Button>
        </p>
      )}
      <ul className="grid gap-2.5 p-3 md:p-4 md:grid-cols-2 xl:grid-cols-3" aria-busy={isBusy}>
        {shown.map((address) => (
          <li
            key={address.id}
            className="relative flex items-start gap-2.5 p-3 rounded border border-solid border-line has-checked:(border-primary bg-primary-wash)"
          >
            <Check
              id={`address-${address.id}`}
              type="radio"
              name="address"
              className="mt-0.75 flex-none"
              checked={address.id === current}
              onPick={() => void choose({ address_id: address.id })}
            />
            <label htmlFor={`address-${address.id}`} className="flex-1 min-w-0 cursor-pointer text-small">
              <span className="flex flex-wrap items-center gap-x-2 text-body">
                <b className="font-600">{address.receiver}</b>
                <span className="num">{address.phone}</span>
                {address.is_default === 1 && <Tag kind="soft">默认</Tag>}
                {address.to_check === 1 && (
                  <Tag kind="warn" title={placeToCheckText}>
                    {placeToCheck}
                  </Tag>
                )}
              </span>
              <span className="block mt-0.5 text-ink-2">
                {regionText(address)} {address.detail}
              </span>
            </label>
            <Button
              kind="text"
              size="small"
              className="text-info-ink"
              aria-label={`修改${address.receiver}的地址`}
              onClick={() => setEditing(address)}
            >
              修改
            </Button>
          </li>
        ))}
      </ul>
      {addresses.length > shown.length && (
        <Button kind="text" className="mx-4 mb-3" onClick={() => setLong(true)}>
          显示全部{addresses.length}个地址
        </Button>
      )}
      {editing && (
        <Suspense fallback={null}>
          <AddressForm
            address={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
            onSaved={(saved) => {
              setEditing(null);
              void choose({ address_id: saved.id });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
