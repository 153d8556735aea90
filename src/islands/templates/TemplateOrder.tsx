import { RebuyRows } from '#islands/orders/RebuyRows.tsx';
import { useRebuy } from '#islands/orders/use-rebuy.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { loadTemplatePreview, orderTemplate } from '#lib/client/stores/templates/templates.ts';
import type { Template } from '#lib/contract/templates.ts';

interface Props {
  template: Template;
  onClose: () => void;
  /** The items are in the cart. */
  onDone: () => void;
}

/** Ordering from a template: shows what changed since it was saved, and only then adds to the cart. */
export function TemplateOrder({ template: { id, name, version }, onClose, onDone }: Props) {
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
