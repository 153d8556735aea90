import { useState } from 'react';
import { RebuyRows } from '#islands/orders/RebuyRows.tsx';
import { useRebuy } from '#islands/orders/use-rebuy.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import {
  deleteTemplate,
  loadTemplatePreview,
  loadTemplates,
  orderTemplate,
} from '#lib/client/stores/templates.ts';
import { path } from '#lib/contract/routes.ts';
import type { Template } from '#lib/contract/templates.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

/** Names that are shown of a template's goods. */
const shownNames = 4;

/** The member's templates: ordered from, changed, deleted. */
export function TemplateList({ initial }: { initial: Template[] }) {
  const [list, setList] = useState(initial);
  const [open, setOpen] = useState<{ act: 'order' | 'edit'; template: Template } | null>(null);

  async function remove({ id, name }: Template) {
    const text = `删除后不能恢复，确定删除“${name}”吗？`;
    if (!(await ask({ title: '删除模板', text, confirm: '删除', cancel: '取消' }))) return;
    await deleteTemplate(id).then(reload, react);
  }
  async function reload() {
    await loadTemplates().then(setList, react);
  }

  if (list.length === 0)
    return (
      <Empty
        icon="i-lucide-list-checks"
        title="还没有采购模板"
        text="在订单里点“再来一单”，选好商品后存为模板，例如“每周一补货”，以后按模板一键采购。"
      >
        <a className={buttonClass()} href={path('/order')}>
          去我的订单
        </a>
      </Empty>
    );
  return (
    <>
      <ul>
        {list.map((template) => (
          <li
            key={template.id}
            aria-label={template.name}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 border-t border-t-solid border-line first:border-t-0"
          >
            <div className="flex-1 min-w-200px">
              <p className="flex flex-wrap items-center gap-2">
                <b className="text-title">{template.name}</b>
                {template.day_text !== '' && <Tag kind="plain">{template.day_text}</Tag>}
                {template.is_due === 1 && <Tag kind="promo">今天该补货</Tag>}
              </p>
              <p className="mt-0.5 text-note text-ink-2">{contentOf(template)}</p>
            </div>
            <div className="flex gap-2">
              <Button size="small" onClick={() => setOpen({ act: 'order', template })}>
                按模板采购
              </Button>
              <Button size="small" kind="plain" onClick={() => setOpen({ act: 'edit', template })}>
                编辑
              </Button>
              <Button size="small" kind="plain" onClick={() => void remove(template)}>
                删除
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {open?.act === 'order' && (
        <TemplateOrder
          template={open.template}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            void reload();
          }}
        />
      )}
      {open?.act === 'edit' && (
        <TemplateEditor
          template={open.template}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            void reload();
          }}
        />
      )}
    </>
  );
}

function contentOf({ lines, used_on }: Template): string {
  const names = lines.slice(0, shownNames).map(({ name }) => name);
  const more = lines.length > shownNames ? '等' : '';
  const used = used_on === '' ? '' : ` · 上次采购${used_on}`;
  return `${names.join('、')}${more}，共${lines.length}种${used}`;
}

interface Props {
  template: Template;
  onClose: () => void;
  /** The items are in the cart. */
  onDone: () => void;
}

/** Ordering from a template: shows what changed since it was saved, and only then adds to the cart. */
function TemplateOrder({ template: { id, name, version }, onClose, onDone }: Props) {
  const rebuy = useRebuy(
    `${id}:${version}`,
    async () => ({ sets: [], ...(await loadTemplatePreview(id)) }),
    onDone,
    (lines) => orderTemplate(id, lines),
  );
  const { shown, failure } = rebuy;
  return (
    <Dialog
      title={`按模板采购：${name}`}
      width="wide"
      open
      onClose={onClose}
      footer={
        shown !== null && (
          <>
            <Button kind="plain" onClick={onClose}>
              取消
            </Button>
            <Button busy={rebuy.isBusy} disabled={rebuy.count === 0} onClick={() => void rebuy.add()}>
              加入购物车（{rebuy.count}）
            </Button>
          </>
        )
      }
    >
      {failure !== null ? (
        <Failed text={failure} onRetry={rebuy.retry} />
      ) : shown === null ? (
        <Loading text="正在核对现在的价格和库存…" rows={4} />
      ) : (
        <RebuyRows rebuy={rebuy} />
      )}
    </Dialog>
  );
}
