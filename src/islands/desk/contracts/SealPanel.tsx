import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { dropContractSeal, setContractSeal } from '#lib/client/stores/desk/contracts.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import type { OwnSealWire } from '#lib/contract/contracts/seal.ts';

const rules = {
  endings: ['.png', '.jpg', '.jpeg', '.webp'],
  types: ['image/*'],
  maxBytes: maxUploadBytes,
  isSentWhole: true,
};

/** The picture of the merchant's seal on contracts: shows the valid one and its versions, replaces it, takes it away. */
export function SealPanel({ initial }: { initial: OwnSealWire }) {
  const [seal, setSeal] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const hasPicture = seal.picture !== '';

  async function run(act: () => Promise<OwnSealWire>, done: string) {
    setBusy(true);
    await act().then((now) => {
      setSeal(now);
      showToast('success', done);
    }, react);
    setBusy(false);
  }

  async function drop() {
    const isSure = await ask({
      title: '改用系统绘制的印章',
      text: '之后盖章的合同不再显示这张图片，已盖章的合同不变。',
      confirm: '改用系统绘制',
      cancel: '再想想',
    });
    if (isSure) await run(() => dropContractSeal(seal.version), '之后盖章的合同使用系统绘制的印章');
  }

  return (
    <section className="panel" aria-labelledby="contract-seal">
      <h2 id="contract-seal" className="panel-title">
        合同印章
      </h2>
      <FilePicker
        title="合同印章图片"
        label="选择合同印章图片"
        button={isBusy ? '正在保存…' : hasPicture ? '更换印章图片' : '上传印章图片'}
        hint="透明底PNG最佳，也可用JPG、WebP；长边至少200像素，不超过10 MB"
        rules={rules}
        isDisabled={isBusy}
        onFiles={([file]) =>
          file &&
          void run(() => setContractSeal({ file, version: seal.version }), '之后盖章的合同显示这张印章')
        }
        actions={
          hasPicture && (
            <Button kind="text" busy={isBusy} onClick={() => void drop()}>
              改用系统绘制的印章
            </Button>
          )
        }
      >
        <p className="text-small text-ink-2">
          印章图片显示在之后盖章的合同PDF上，数字签名照常加在文件里；已盖章的合同不变。没有上传的，由系统绘制。
        </p>
        {hasPicture && (
          <img
            src={seal.picture}
            alt="现在使用的合同印章"
            className="w-32 h-32 object-contain border border-solid border-line rounded"
          />
        )}
      </FilePicker>
      {seal.versions.length > 0 && (
        <ul aria-label="合同印章的版本" className="grid gap-1 px-3 md:px-4 pb-3 text-small text-ink-2 num">
          {seal.versions.map((one) => (
            <li key={one.version} className="break-all">
              第{one.version}版，{one.set_by}于{momentText(one.set_at)}
              {one.is_drawn === 1 ? '改用系统绘制的印章' : `上传${one.name}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
