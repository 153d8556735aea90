import { allSettings } from '#lib/client/stores/desk/settings.ts';
import type { ProvidersList, SettingsAnswer } from '#lib/contract/settings.ts';
import { settingGroups } from '#lib/rules/site/setting-groups.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { ProvidersPanel } from './ProvidersPanel.tsx';
import { SettingsGroups } from './SettingsGroups.tsx';

interface Props {
  initial: SettingsAnswer;
  providers: ProvidersList;
}

const groups = keysOf(settingGroups);

/** The shop's settings by groups, and the providers of the environment. */
export function SettingsPage({ initial, providers }: Props) {
  return (
    <div className="grid gap-3">
      <section className="panel">
        <h1 className="panel-title">设置</h1>
        <p className="px-3 md:px-4 py-2 text-small text-ink-2">
          保存后商城各页立即生效。密钥写在服务器的环境变量里，不在这里；本页最后可以查看和测试。
        </p>
        <nav aria-label="设置分组" className="flex flex-wrap gap-x-4 gap-y-1 px-3 md:px-4 pb-2 text-small">
          {groups.map((group) => (
            <a key={group} className="link max-md:h-touch inline-flex items-center" href={`#${group}`}>
              {settingGroups[group]}
            </a>
          ))}
          <a className="link max-md:h-touch inline-flex items-center" href="#providers">
            外部服务
          </a>
        </nav>
      </section>
      <SettingsGroups store={allSettings} groups={groups} initial={initial} />
      <ProvidersPanel list={providers.list} />
    </div>
  );
}
