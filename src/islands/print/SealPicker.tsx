import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { setSeal } from '#lib/client/stores/desk/lots.ts';
import { react } from '#lib/client/stores/shell/react.ts';

/** The merchant's 出库专用章: a picture that is printed on its documents from then on. */
export function SealPicker({ hasSeal }: { hasSeal: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    // Every sheet shows it.
    await setSeal({ file }).then(() => location.reload(), react);
    setBusy(false);
  }

  return (
    <>
      <Button kind="plain" size="small" busy={isBusy} onClick={() => picker.current?.click()}>
        {hasSeal ? '更换出库专用章' : '上传出库专用章'}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="选择出库专用章图片"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
