import { signRules } from '#lib/client/stores/desk/settings.ts';
import { path } from '#lib/contract/routes.ts';
import type { SettingsAnswer } from '#lib/contract/settings.ts';
import { secondText } from '#lib/rules/companies/countersign.ts';
import { SettingsGroups } from './SettingsGroups.tsx';

/** Settings of signing in: points a day, bonuses, cards for a missed day. */
export function SignRulesPage({ initial }: { initial: SettingsAnswer }) {
  return (
    <div className="grid gap-3">
      <section className="panel">
        <h1 className="panel-title">签到规则</h1>
        <p className="px-3 md:px-4 py-2 text-small text-ink-2">
          {secondText('sign_rule', null, 'platform')}从下一次签到起算，已得的积分和补签卡不变；买家在
          <a className="link underline" href={path('/deftyel')}>
            签到页
          </a>
          看到的规则同时更新。
        </p>
      </section>
      <SettingsGroups store={signRules} groups={['sign']} initial={initial} />
    </div>
  );
}
