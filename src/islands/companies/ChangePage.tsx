import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { call } from '#lib/client/api.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import type { CompanyChange } from '#lib/contract/companies/change-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { ChangeForm } from './ChangeForm.tsx';

type Described = CompanyChange['now'];

const typeText = (type: string) => (isKeyOf(buyerTypes, type) ? buyerTypes[type].text : '');

const rows: { label: string; of: (one: Described) => string }[] = [
  { label: '企业名称', of: ({ name }) => name },
  { label: '统一社会信用代码', of: ({ credit_code }) => credit_code || '未登记' },
  { label: '企业类型', of: ({ buyer_type }) => typeText(buyer_type) },
  { label: '所在地区', of: ({ place }) => place },
  { label: '经营范围', of: ({ scopes }) => [...scopes].sort().join('、') || '无' },
];

/** 变更企业资料: written, compared with what the company is, handed in, taken back. */
export function ChangePage({ initial }: { initial: CompanyChange }) {
  const [change, setChange] = useState(initial);
  const [busy, setBusy] = useState('');
  const { now, wanted, version, lacks } = change;
  const changed = rows.filter(({ of }) => of(now) !== of(wanted));

  async function act(name: string, run: () => Promise<CompanyChange>, said: string) {
    setBusy(name);
    try {
      setChange(await run());
      showToast('success', said);
    } catch (error) {
      react(error);
    }
    setBusy('');
  }

  async function drop() {
    const isSure = await ask({
      title: '放弃修改？',
      text: '填写的变更内容会清空，已上传的证件不受影响。',
      confirm: '放弃修改',
      cancel: '再想想',
    });
    if (isSure) await act('drop', () => call(api.dropChange, { version }), '已恢复为现在的资料');
  }

  return (
    <div className="grid gap-3">
      <section className="panel">
        <h1 className="panel-title">变更企业资料</h1>
        <div className="grid gap-3 p-3 md:p-4 text-small">
          <p className="text-ink-2">
            更名、改代码、换地区和增减经营范围在这里提交；法人等只写在证件上的内容，更换
            <a className="text-info-ink underline" href={path('/zhzx/zzzj')}>
              资质证件
            </a>
            即可。审核通过前，现在的资料和资质继续有效。
          </p>
          {change.handed_in_at !== null && (
            <p role="status" className="flex flex-wrap items-center gap-3">
              {momentText(change.handed_in_at)} 已提交审核。
              <Button
                kind="plain"
                size="small"
                busy={busy === 'withdraw'}
                onClick={() =>
                  void act('withdraw', () => call(api.withdrawChange, {}), '已撤回，可以继续修改')
                }
              >
                撤回
              </Button>
            </p>
          )}
          {change.refusal !== '' && change.handed_in_at === null && <p role="status">{change.refusal}。</p>}
          {change.reason !== '' && (
            <p className="px-3 py-2 rounded bg-price-wash text-price-ink">上次退回原因：{change.reason}</p>
          )}
          {changed.length > 0 && (
            <table className="w-full text-left">
              <caption className="sr-only">变更前后对照</caption>
              <thead className="text-ink-2">
                <tr>
                  <th className="py-1 pr-3 font-400">项目</th>
                  <th className="py-1 pr-3 font-400">现在</th>
                  <th className="py-1 font-400">变更为</th>
                </tr>
              </thead>
              <tbody>
                {changed.map(({ label, of }) => (
                  <tr key={label} className="border-t border-t-solid border-line align-top">
                    <th scope="row" className="py-1.5 pr-3 font-400 text-ink-2">
                      {label}
                    </th>
                    <td className="py-1.5 pr-3 break-all">{of(now)}</td>
                    <td className="py-1.5 break-all font-500">{of(wanted)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {lacks.length > 0 && (
            <ul
              aria-label="还需要补充"
              className="grid gap-1 px-3 py-2.5 rounded bg-promo-wash text-promo-ink"
            >
              {lacks.map(({ at, text, page }) => (
                <li key={`${at} ${text}`}>
                  {page === '' ? (
                    text
                  ) : (
                    <a className="underline" href={page}>
                      {text}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          )}
          {change.can_hand_in === 1 && (
            <p className="flex flex-wrap gap-2">
              <Button
                busy={busy === 'hand-in'}
                disabled={lacks.length > 0}
                onClick={() =>
                  void act(
                    'hand-in',
                    () => call(api.handInChange, { version }),
                    '已提交审核，结果会发到我的消息',
                  )
                }
              >
                提交审核
              </Button>
              {changed.length > 0 && (
                <Button kind="plain" busy={busy === 'drop'} onClick={() => void drop()}>
                  放弃修改
                </Button>
              )}
            </p>
          )}
        </div>
      </section>
      {change.can_change === 1 && <ChangeForm key={version} change={change} onChange={setChange} />}
    </div>
  );
}
