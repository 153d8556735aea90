import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { PasskeyWire } from '#lib/contract/passkeys.ts';
import { hasPasskeys } from './has-passkeys.ts';

const AddPasskey = lazy(async () => ({ default: (await import('./PasskeyForms.tsx')).AddPasskey }));
const RenamePasskey = lazy(async () => ({ default: (await import('./PasskeyForms.tsx')).RenamePasskey }));

interface Props {
  initial: PasskeyWire[];
  username: string;
  /** The origin of this shop's passkeys. */
  origin: string;
  /** The name of this device. */
  device: string;
}

/** One's own passkeys: adding one of this device, naming, removing. */
export function OwnPasskeys({ initial, username, origin, device }: Props) {
  const [list, setList] = useState(initial);
  const [isHere, setHere] = useState<boolean | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<PasskeyWire | null>(null);
  const [removing, setRemoving] = useState<number | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => setHere(hasPasskeys(origin)), [origin]);

  async function remove({ id, name }: PasskeyWire) {
    const isSure = await ask({
      title: '删除通行密钥',
      text: `删除后，不能再用“${name}”登录。设备丢失的，请同时在上面退出那台设备。`,
      confirm: '删除',
      cancel: '取消',
    });
    if (!isSure) return;
    setRemoving(id);
    try {
      const { removePasskey } = await import('#lib/client/stores/shell/passkeys.ts');
      setList(await removePasskey(id));
      showToast('success', '通行密钥已删除');
      // The pressed button goes with its row.
      title.current?.focus();
    } catch (error) {
      react(error);
    }
    setRemoving(null);
  }

  return (
    <section className="panel mt-3" aria-labelledby="own-passkeys">
      <div className="panel-title">
        <h2 id="own-passkeys" ref={title} tabIndex={-1} className="outline-none">
          通行密钥
        </h2>
      </div>
      <p className="px-3 md:px-4 pt-3 text-small text-ink-2">
        用这台设备的指纹、面容或锁屏密码登录，不必输入密码，也不必再填登录验证码。
      </p>
      {list.length > 0 && (
        <ul className="mt-2">
          {list.map((one) => (
            <li
              key={one.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 items-center px-3 md:px-4 py-3 border-t border-t-solid border-line"
            >
              <div className="min-w-0">
                <h3 className="text-body break-all">{one.name}</h3>
                <p className="mt-1 text-small text-ink-2 flex flex-wrap gap-x-4">
                  <span>
                    添加于{' '}
                    <time className="num" dateTime={one.created_at}>
                      {momentText(one.created_at)}
                    </time>
                  </span>
                  <span>
                    {one.used_at === '' ? (
                      '还没有用过'
                    ) : (
                      <>
                        最近使用{' '}
                        <time className="num" dateTime={one.used_at}>
                          {momentText(one.used_at)}
                        </time>
                      </>
                    )}
                  </span>
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  kind="plain"
                  size="small"
                  aria-label={`改名：${one.name}`}
                  onClick={() => setRenamed(one)}
                >
                  改名
                </Button>
                <Button
                  kind="plain"
                  size="small"
                  aria-label={`删除：${one.name}`}
                  busy={removing === one.id}
                  disabled={removing !== null}
                  onClick={() => void remove(one)}
                >
                  删除
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="p-3 md:p-4">
        {isAdding ? (
          <Suspense fallback={<p className="text-small text-ink-2">正在打开…</p>}>
            <AddPasskey
              username={username}
              device={device}
              onAdded={(now) => {
                setList(now);
                setAdding(false);
                showToast('success', '通行密钥已添加，以后可以用它登录');
                title.current?.focus();
              }}
              onCancel={() => {
                setAdding(false);
                title.current?.focus();
              }}
            />
          </Suspense>
        ) : isHere === false ? (
          <p className="text-small text-ink-2">这个浏览器或这个网址不支持通行密钥，不能在这里添加。</p>
        ) : (
          <Button kind="plain" disabled={isHere === null} onClick={() => setAdding(true)}>
            添加通行密钥
          </Button>
        )}
      </div>
      {renamed !== null && (
        <Suspense>
          <RenamePasskey
            passkey={renamed}
            onRenamed={(now) => {
              setList(now);
              setRenamed(null);
            }}
            onClose={() => setRenamed(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
