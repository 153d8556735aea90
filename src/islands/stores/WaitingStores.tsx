import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { dropNamedStore } from '#lib/client/stores/stores.ts';
import type { WaitingStore } from '#lib/contract/stores/calls.ts';

interface Props {
  stores: WaitingStore[];
  /** False while the head office itself waits. */
  mayOpen: boolean;
  onOpen: (store: WaitingStore) => void;
  onOpenMany: () => void;
  /** The remaining ones. */
  onDropped: (stores: WaitingStore[]) => void;
}

/** Stores that were named at the registration and wait to be opened. Nothing where none does. */
export function WaitingStores({ stores, mayOpen, onOpen, onOpenMany, onDropped }: Props) {
  const [dropping, setDropping] = useState('');
  if (stores.length === 0) return null;

  async function drop({ name, credit_code: code }: WaitingStore) {
    const isSure = await ask({
      title: '划去门店',
      text: `“${name}”将从待开通清单里划去，不能再从清单开通。`,
      confirm: '划去',
      cancel: '再想想',
    });
    if (!isSure) return;
    setDropping(code);
    try {
      onDropped((await dropNamedStore(code)).waiting);
      showToast('success', `已划去“${name}”`);
    } catch (error) {
      react(error);
    }
    setDropping('');
  }

  return (
    <section aria-labelledby="waiting-stores" className="border-t border-t-solid border-line">
      <div className="flex flex-wrap items-center gap-3 px-3 md:px-4 pt-3.5">
        <h2 id="waiting-stores" className="text-title">
          待开通的门店 <span className="num text-small text-ink-2 font-400">{stores.length}家</span>
        </h2>
        {mayOpen && stores.length > 1 && (
          <Button size="small" className="max-md:h-touch" onClick={onOpenMany}>
            批量开通
          </Button>
        )}
      </div>
      <p className="px-3 md:px-4 pt-1 text-small text-ink-2">
        {mayOpen
          ? '注册时登记的门店，补全收货信息后逐家或批量开通。'
          : '总部资质审核通过后，可以逐家或批量开通。'}
      </p>
      <ul>
        {stores.map((store) => (
          <li
            key={store.credit_code}
            className="grid md:grid-cols-[minmax(0,1fr)_auto] gap-3 items-center px-3 md:px-4 py-3.5 border-t border-t-solid border-line first:border-t-0"
          >
            <div className="min-w-0">
              <h3 className="flex flex-wrap items-center gap-2 text-body">
                {store.name}
                <Tag kind="warn">待开通</Tag>
              </h3>
              <p className="mt-1 text-small text-ink-2 break-all">
                <span className="num">{store.credit_code}</span> {store.region}
              </p>
            </div>
            {mayOpen && (
              <div className="flex gap-2">
                <Button
                  kind="plain"
                  className="max-md:h-touch"
                  aria-label={`划去${store.name}`}
                  busy={dropping === store.credit_code}
                  disabled={dropping !== ''}
                  onClick={() => void drop(store)}
                >
                  划去
                </Button>
                <Button
                  className="max-md:h-touch"
                  aria-label={`开通${store.name}`}
                  disabled={dropping !== ''}
                  onClick={() => onOpen(store)}
                >
                  开通
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
