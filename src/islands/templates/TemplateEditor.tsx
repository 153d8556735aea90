import { useId, useState } from 'react';
import { TemplateFields, templateFields } from '#islands/quick-order/TemplateFields.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { choiceOf, editTemplate } from '#lib/client/stores/templates.ts';
import type { Template } from '#lib/contract/templates.ts';

interface Props {
  template: Template;
  onClose: () => void;
  onSaved: () => void;
}

const most = 999_999;

/** A template's name, day, goods and numbers. */
export function TemplateEditor({ template, onClose, onSaved }: Props) {
  const [lines, setLines] = useState(template.lines);
  const { form, field, isBusy } = useForm({
    names: templateFields,
    leaves: true,
    check: ({ name }) => (name.trim() === '' ? { name: '请填写模板名称' } : {}),
    send: ({ name, day }) =>
      editTemplate(
        template,
        name.trim(),
        day,
        lines.map(({ goods_id, number }) => ({ goods_id, number })),
      ),
    onSent() {
      showToast('success', '模板已保存');
      onSaved();
    },
  });
  const formId = useId();
  const setNumber = (goodsId: number, number: number) =>
    setLines(lines.map((line) => (line.goods_id === goodsId ? { ...line, number } : line)));
  return (
    <Dialog
      title="编辑模板"
      width="wide"
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            取消
          </Button>
          <Button type="submit" form={formId} busy={isBusy} disabled={lines.length === 0}>
            保存
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        <TemplateFields field={field} name={template.name} day={choiceOf(template)} />
      </form>
      <ul className="mt-4 border border-solid border-line rounded">
        {lines.map(({ goods_id, name, ypgg, sccj, bzdw, number }) => (
          <li
            key={goods_id}
            aria-label={name}
            className="grid grid-cols-[minmax(0,1fr)_124px_auto] gap-3 items-center px-3 py-2 border-t border-t-solid border-line first:border-t-0"
          >
            <p className="min-w-0">
              <b className="font-600">{name}</b> <span className="text-small">{ypgg}</span>
              <span className="block text-note text-ink-2 truncate">
                {sccj} · {bzdw}
              </span>
            </p>
            <Stepper
              value={number}
              min={1}
              max={most}
              step={1}
              size="small"
              label={`${name} 数量`}
              onChange={(asked) => setNumber(goods_id, Math.min(Math.max(Math.round(asked), 1), most))}
            />
            <Button
              kind="text"
              size="small"
              aria-label={`移除${name}`}
              onClick={() => setLines(lines.filter((line) => line.goods_id !== goods_id))}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      {lines.length === 0 && (
        <p className="mt-2 text-small text-promo-ink">模板里至少要有一种商品，不再需要可以删除模板。</p>
      )}
    </Dialog>
  );
}
