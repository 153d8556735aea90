import { useMemo, useState } from 'react';
import { RowButton } from '#islands/desk/list/RowButton.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { removeOnboarding } from '#lib/client/stores/desk/onboarding.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OnboardingRow, OnboardingSheet } from '#lib/contract/onboarding.ts';
import { path } from '#lib/contract/routes.ts';
import { maxOnboardingPages } from '#lib/rules/companies/onboarding.ts';
import { isOnboardingLacking } from '#lib/rules/companies/onboarding-state.ts';
import { PastPapers } from './PastPapers.tsx';
import { sheetColumns } from './sheet-columns.tsx';
import { PageDialog, UploadDialog } from './UploadDialog.tsx';

interface Props {
  initial: OnboardingSheet;
  /** True for the merchant's own people, who submit documents. */
  mayChange: boolean;
  /** It is the whole page; else a part of one. */
  isPage?: boolean;
}

type Acting = { act: 'upload' | 'page'; row: OnboardingRow };

/** Every kind of 首营资料 of a merchant or an item: existing ones, their validity, missing ones, and requests. */
export function SheetPanel({ initial, mayChange, isPage = false }: Props) {
  const [sheet, setSheet] = useState(initial);
  const [acting, setActing] = useState<Acting | null>(null);
  const { goods_id: goods } = sheet;
  const columns = useMemo(
    () =>
      mayChange
        ? [...sheetColumns, actsColumn(setActing, (row) => remove(row, goods, setSheet))]
        : sheetColumns,
    [mayChange, goods],
  );
  const Title = isPage ? 'h1' : 'h2';
  const lacking = sheet.rows.filter((row) => isOnboardingLacking(row.state, row.is_required === 1)).length;
  const onDone = (now: OnboardingSheet) => {
    setSheet(now);
    setActing(null);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <div className="panel-title flex-wrap">
          <Title>{goods === 0 ? `${sheet.merchant}的首营资料` : `${sheet.name} ${sheet.spec}`}</Title>
          <span className={`text-small font-400 num ${lacking > 0 ? 'text-price' : 'text-ink-2'}`}>
            {lacking > 0 ? `缺${lacking}份` : '必备资料齐全'}
          </span>
          {isPage && (
            <a className="link text-small font-400 ml-auto" href={path('/desk/onboarding')}>
              返回首营资料
            </a>
          )}
        </div>
        {goods > 0 && (
          <p className="px-3 md:px-4 py-3 text-small text-ink-2">
            {sheet.maker} · 商品编号<span className="num">{goods}</span>
            {!mayChange && ` · ${sheet.merchant}`}
          </p>
        )}
        <DataTable
          label={goods === 0 ? '商家首营资料' : '商品首营资料'}
          columns={columns}
          rows={sheet.rows}
          idOf={({ kind }) => kind}
          nameOf={({ kind_text: text }) => text}
          empty={null}
        />
      </section>
      {sheet.past.length > 0 && <PastPapers past={sheet.past} />}
      {acting?.act === 'upload' && (
        <UploadDialog
          goods={goods}
          row={acting.row}
          onClose={() => setActing(null)}
          onSaved={setSheet}
          onDone={onDone}
        />
      )}
      {acting?.act === 'page' && (
        <PageDialog
          goods={goods}
          row={acting.row}
          onClose={() => setActing(null)}
          onSaved={setSheet}
          onDone={onDone}
        />
      )}
    </div>
  );
}

/** Buyers lose access: a confirmation comes first. */
async function remove(row: OnboardingRow, goods: number, put: (sheet: OnboardingSheet) => void) {
  const isSure = await ask({
    title: '移除资料',
    text: `移除“${row.kind_text}”后买家不能再下载，记录留在历史里。`,
    confirm: '移除',
    cancel: '取消',
  });
  if (!isSure) return;
  put(await removeOnboarding({ id: row.id, goods }));
  showToast('success', `已移除${row.kind_text}`);
}

function actsColumn(
  act: (acting: Acting) => void,
  onRemove: (row: OnboardingRow) => Promise<void>,
): TableColumn<OnboardingRow> {
  return {
    id: 'acts',
    head: '操作',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-x-3 max-md:justify-end">
        <RowButton
          text={row.id === 0 ? '上传' : '更换'}
          of={row.kind_text}
          onPress={() => act({ act: 'upload', row })}
        />
        {row.id > 0 && row.files.length < maxOnboardingPages && (
          <RowButton text="加页" of={row.kind_text} onPress={() => act({ act: 'page', row })} />
        )}
        {row.id > 0 && <RowButton text="移除" of={row.kind_text} onPress={() => onRemove(row)} />}
      </span>
    ),
  };
}
