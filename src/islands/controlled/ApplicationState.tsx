import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TagKind } from '#islands/ui/tag-kinds.ts';
import type { Application } from '#lib/contract/controlled.ts';
import { path } from '#lib/contract/routes.ts';

const kinds: Record<string, TagKind> = { applied: 'info', agreed: 'info', granted: 'soft', refused: 'warn' };

/** One application: its item, state, date, and the reason of a refusal. */
export function ApplicationState({ application }: { application: Application }) {
  const { goods_id, name, ypgg, sccj, sjly, status, status_text, note, reason, created_at, decided_at } =
    application;
  return (
    <div className="grid gap-1 text-small">
      <p className="flex flex-wrap items-center gap-2">
        <Tag kind={kinds[status] ?? 'plain'}>{status_text}</Tag>
        <a className="text-body font-600 hover:text-primary" href={path('/list/info/[id]', { id: goods_id })}>
          {name}
        </a>
        <span className="text-ink-2">{ypgg}</span>
      </p>
      <p className="text-ink-2">
        {sccj} · {sjly}
      </p>
      {reason !== '' && <p className="text-promo-ink">未通过原因：{reason}</p>}
      {note !== '' && <p className="text-ink-2">申请说明：{note}</p>}
      <p className="text-note text-ink-3 num">
        {momentText(created_at)} 提交
        {decided_at !== null && `，${momentText(decided_at)} 审核`}
      </p>
    </div>
  );
}
