import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { $addresses, loadAddresses } from '#lib/client/stores/checkout/addresses.ts';
import { otherPlaceText, placeToCheck } from '#lib/rules/companies/delivery-place.ts';
import { regionText } from '#lib/rules/text/address-text.ts';

// The form includes its dialog and the divisions: loaded only when an address is added.
const AddressForm = lazy(() => import('./AddressForm.tsx').then((file) => ({ default: file.AddressForm })));

interface Props {
  /** The id of the chosen address; null before one is. */
  chosen: number | null;
  error: string | undefined;
  onChoose: (id: number) => void;
  /** Opens `NewAddress`, which stands beside the form and its dialog. */
  onAdd: () => void;
}

/** The company's addresses for things that are no medicines, the default one chosen first; another may be added. */
export function AddressChoice({ chosen, error, onChoose, onAdd }: Props) {
  const addresses = useStore($addresses);
  const [isFailed, setFailed] = useState(false);
  const choose = useRef(onChoose);
  choose.current = onChoose;

  function load() {
    setFailed(false);
    loadAddresses().then(
      ([first]) => first && choose.current(first.id),
      () => setFailed(true),
    );
  }
  useEffect(load, []);

  return (
    <FieldGroup legend="收货地址" required error={error}>
      {/* The focus comes here where none is chosen. */}
      <div data-field="address_id" tabIndex={-1} className="grid gap-2 outline-none">
        {isFailed && (
          <p className="text-small" role="status">
            收货地址没有读到，
            <Button kind="text" onClick={load}>
              重新加载
            </Button>
          </p>
        )}
        {!isFailed && addresses === null && (
          <p className="text-small text-ink-2" role="status">
            正在读取收货地址…
          </p>
        )}
        {addresses?.length === 0 && <p className="text-small text-ink-2">还没有收货地址，请先添加一个。</p>}
        <ul className="grid gap-2">
          {(addresses ?? []).map((address) => (
            <li key={address.id}>
              <label className="flex items-start gap-2.5 p-3 rounded border border-solid border-line cursor-pointer has-checked:(border-primary bg-primary-wash)">
                <Check
                  type="radio"
                  name="address"
                  className="mt-0.75 flex-none"
                  checked={address.id === chosen}
                  onPick={() => onChoose(address.id)}
                />
                <span className="min-w-0 text-small">
                  <span className="flex flex-wrap items-center gap-x-2 text-body">
                    <b className="font-600">{address.receiver}</b>
                    <span className="num">{address.phone}</span>
                    {address.is_default === 1 && <Tag kind="soft">默认</Tag>}
                    {address.to_check === 1 && <Tag kind="warn">{placeToCheck}</Tag>}
                  </span>
                  <span className="block mt-0.5 text-ink-2">
                    {regionText(address)} {address.detail}
                  </span>
                  {address.to_check === 1 && (
                    <span className="block mt-0.5 text-note text-ink-2">{otherPlaceText}</span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <div>
          <Button kind="text" size="small" onClick={onAdd}>
            <span className="i-lucide-plus" aria-hidden="true" />
            新增地址
          </Button>
        </div>
      </div>
    </FieldGroup>
  );
}

/** The dialog of a new address. It is no part of another dialog: Esc would close both. */
export function NewAddress({ onClose, onSaved }: { onClose: () => void; onSaved: (id: number) => void }) {
  return (
    <Suspense fallback={null}>
      <AddressForm address={null} isForThings onClose={onClose} onSaved={({ id }) => onSaved(id)} />
    </Suspense>
  );
}
