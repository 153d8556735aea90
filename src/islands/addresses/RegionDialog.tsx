import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { loadAddresses, loadRegions } from '#lib/client/stores/checkout/addresses.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { chooseRegion, savedRegion } from '#lib/client/stores/shell/region.ts';
import type { AddressWire, RegionNode } from '#lib/contract/addresses.ts';
import { addressText, regionText } from '#lib/rules/text/address-text.ts';
import { RegionSelect } from './RegionSelect.tsx';

/** Most addresses to choose from: the others are in the address book. */
const mostShown = 6;

/** Chooses where things are sent, from the company's addresses or freely, or takes the choice back. */
export function RegionDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState(() => savedRegion()?.code ?? '');
  const [addresses, setAddresses] = useState<readonly AddressWire[]>([]);
  // The region boxes are mounted again when an address is taken; a choice in them does not mount them again.
  const [taken, setTaken] = useState(code);

  function take(region: string) {
    setCode(region);
    setTaken(region);
  }

  useEffect(() => {
    if (!isProbablyLoggedIn()) return;
    loadAddresses().then(
      (list) => {
        setAddresses(list.slice(0, mostShown));
        // Without a saved region the default address is the destination.
        const first = list.find(({ is_default }) => is_default === 1);
        if (!first || savedRegion() !== null) return;
        setCode((chosen) => chosen || first.region_code);
        setTaken((before) => before || first.region_code);
      },
      // The boxes below do without them.
      () => undefined,
    );
  }, []);

  async function save() {
    try {
      chooseRegion({ code, name: nameOf(await loadRegions(), code) });
      onClose();
    } catch (error) {
      react(error);
    }
  }

  function clear() {
    chooseRegion(null);
    onClose();
  }

  return (
    <Dialog
      open
      title="送货地区"
      onClose={onClose}
      footer={
        <>
          {savedRegion() !== null && (
            <Button kind="plain" onClick={clear}>
              不指定地区
            </Button>
          )}
          <Button disabled={code === ''} onClick={() => void save()}>
            确定
          </Button>
        </>
      }
    >
      {addresses.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5 mb-3" aria-label="收货地址">
          {addresses.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={`flex items-center gap-2 w-full min-h-control px-3 py-1 rounded border border-solid bg-card text-small text-left ${one.region_code === code ? 'border-primary text-primary' : 'border-line-strong hover:border-primary'}`}
                aria-pressed={one.region_code === code}
                onClick={() => take(one.region_code)}
              >
                <span className="min-w-0 truncate">
                  {addressText(one)} {one.receiver}
                </span>
                {one.is_default === 1 && <span className="tag-soft flex-none ml-auto">默认</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <RegionSelect key={taken} value={code} onChange={setCode} />
      <p className="mt-3 text-note text-ink-2">仅保存在本机，新增收货地址时自动带出。</p>
    </Dialog>
  );
}

/** The names of a code's levels in one: 湖北省武汉市江汉区. */
function nameOf(nodes: readonly RegionNode[], code: string): string {
  const names: string[] = [];
  for (let level: readonly RegionNode[] = nodes; ; ) {
    const node = level.find((one) => code.startsWith(one.code));
    if (node === undefined) break;
    names.push(node.name);
    level = node.children ?? [];
  }
  const [province = '', city = '', district = ''] = names;
  return regionText({ province, city, district });
}
