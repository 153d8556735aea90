import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { loadRegions } from '#lib/client/stores/checkout/addresses.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { chooseRegion, savedRegion } from '#lib/client/stores/shell/region.ts';
import type { RegionNode } from '#lib/contract/addresses.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import { RegionSelect } from './RegionSelect.tsx';

/** Chooses where things are sent, or takes the choice back. */
export function RegionDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState(() => savedRegion()?.code ?? '');

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
      <RegionSelect value={code} onChange={setCode} />
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
