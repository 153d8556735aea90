import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { enterStore } from '#lib/client/stores/stores.ts';
import { path } from '#lib/contract/routes.ts';
import type { StoreChoice, WaitingStore } from '#lib/contract/stores/calls.ts';
import { AddStoreDialog } from './AddStoreDialog.tsx';
import { OpenManyDialog } from './OpenManyDialog.tsx';
import { WaitingStores } from './WaitingStores.tsx';

interface Props {
  initial: StoreChoice;
  title: string;
  /** Stores are added here too. */
  manages: boolean;
}

/** The head office and its stores: for whom one acts now, and another one a press away. */
export function StoresPage({ initial, title, manages }: Props) {
  const [list, setList] = useState(initial.list);
  const [entering, setEntering] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(initial.waiting);
  /** The form is open: for a store that was named, or for another one. */
  const [adding, setAdding] = useState<WaitingStore | 'other' | null>(null);
  const [isOpeningMany, setOpeningMany] = useState(false);
  const named = adding === 'other' ? undefined : (adding ?? undefined);

  async function enter(id: number) {
    setEntering(id);
    try {
      await enterStore(id);
      location.assign(path('/user'));
    } catch (error) {
      react(error);
      setEntering(null);
    }
  }

  return (
    <section className="panel">
      <div className="panel-title flex-wrap">
        <h1>{title}</h1>
        <span className="text-small text-ink-2">{list.length - 1}家门店</span>
        <div className="ml-auto flex gap-2">
          {manages && list.length > 1 && (
            <a className={buttonClass('ghost', 'small')} href={path('/zhzx/ddgl/dd')}>
              为多家门店下单
            </a>
          )}
          {manages && initial.may_add === 1 && (
            <Button size="small" onClick={() => setAdding('other')}>
              添加门店
            </Button>
          )}
        </div>
      </div>
      <p className="px-3 md:px-4 pt-3 text-small text-ink-2">
        切换后，本设备上的价格、购物车、订单和钱包都是所选门店的；其他设备不受影响。
      </p>
      <ul>
        {list.map((store) => (
          <li
            key={store.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 items-center px-3 md:px-4 py-3.5 border-t border-t-solid border-line first:border-t-0"
          >
            <div className="min-w-0">
              <h2 className="flex flex-wrap items-center gap-2 text-body">
                {store.name}
                {store.code !== '' && <span className="num text-small text-ink-2">{store.code}</span>}
                {store.is_home === 1 && <Tag kind="plain">总部</Tag>}
                <Tag kind={store.may_buy === 1 ? 'soft' : 'warn'}>{store.status_text}</Tag>
                {store.inherits === 1 && <Tag kind="info">沿用总部资质</Tag>}
              </h2>
              <p className="mt-1 text-small text-ink-2">{store.address || '还没有收货地址'}</p>
            </div>
            {store.is_current === 1 ? (
              <Tag kind="soft">当前</Tag>
            ) : (
              <Button
                kind="plain"
                className="max-md:h-touch"
                aria-label={`切换到${store.name}`}
                busy={entering === store.id}
                disabled={entering !== null}
                onClick={() => void enter(store.id)}
              >
                切换
              </Button>
            )}
          </li>
        ))}
      </ul>
      {manages && (
        <WaitingStores
          stores={waiting}
          mayOpen={initial.may_open === 1}
          onOpen={setAdding}
          onOpenMany={() => setOpeningMany(true)}
          onDropped={setWaiting}
        />
      )}
      {isOpeningMany && (
        <OpenManyDialog
          stores={waiting}
          onClose={() => setOpeningMany(false)}
          onOpened={(stores, count) => {
            setList(stores.list);
            setWaiting(stores.waiting);
            if (count > 0) showToast('success', `已开通${count}家门店`);
          }}
        />
      )}
      {adding !== null && (
        <AddStoreDialog
          named={named}
          onClose={() => setAdding(null)}
          onAdded={(store) => {
            setList((all) => [...all, store]);
            setWaiting((all) => all.filter((one) => one.credit_code !== named?.credit_code));
            setAdding(null);
            showToast(
              'success',
              store.inherits === 1
                ? '门店已添加，可以下单了'
                : '门店已添加，请切换到该门店提交资质，审核通过后可以下单',
            );
          }}
        />
      )}
    </section>
  );
}
