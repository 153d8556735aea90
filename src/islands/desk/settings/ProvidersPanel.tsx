import { useState } from 'react';
import { Tag } from '#islands/ui/Tag.tsx';
import { tryProvider } from '#lib/client/stores/desk/settings.ts';
import type { ProviderWire, TriedProvider } from '#lib/contract/settings.ts';
import { RowButton } from '../list/RowButton.tsx';

interface Props {
  list: readonly ProviderWire[];
}

/** Which services of the environment are set, and whether they work: each is called once at a press. */
export function ProvidersPanel({ list }: Props) {
  const [tried, setTried] = useState<Readonly<Record<string, TriedProvider>>>({});

  async function attempt(key: string) {
    const result = await tryProvider(key);
    setTried((old) => ({ ...old, [key]: result }));
  }

  return (
    <section id="providers" className="panel scroll-mt-2" aria-label="外部服务">
      <h2 className="panel-title">外部服务</h2>
      <p className="px-3 md:px-4 py-2 text-small text-ink-2">
        密钥由服务器管理员写在环境变量里，改后重新启动生效；这里不显示密钥内容。“测试”只查询，不发送也不扣款。
      </p>
      <ul className="m-0 p-0 list-none text-small">
        {list.map(({ key, group, name, settings, is_set: isSet, note, may_try: mayTry }) => {
          const { [key]: result } = tried;
          return (
            <li
              key={key}
              className="grid gap-x-4 gap-y-1 md:grid-cols-[4em_12em_5em_1fr_3em] items-baseline px-3 md:px-4 py-2 border-t border-t-solid border-line"
            >
              <span className="text-ink-2 max-md:hidden">{group}</span>
              <span>
                <b className="font-500">{name}</b>
                <span className="block text-note text-ink-2 break-all">{settings}</span>
              </span>
              <span>
                <Tag kind={isSet === 1 ? 'soft' : 'plain'}>{isSet === 1 ? '已设置' : '未设置'}</Tag>
              </span>
              <span role="status" className={result?.is_ok === 0 ? 'text-price-ink' : 'text-ink-2'}>
                {result === undefined ? isSet === 0 && note : `${result.text}（${result.ms}毫秒）`}
              </span>
              <span>{mayTry === 1 && <RowButton text="测试" of={name} onPress={() => attempt(key)} />}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
