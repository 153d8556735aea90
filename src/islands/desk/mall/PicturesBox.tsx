import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { uploadMallPicture } from '#lib/client/stores/desk/mall.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { ownPicturePath } from '#lib/contract/goods/pictures.ts';

const most = 6;
const rules = {
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
  types: ['image/*'],
  maxBytes: maxUploadBytes,
};

interface Props {
  /** Names in the store, in their order. */
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
}

/** Pictures of a goods, uploaded one after the other; without any the shop draws one. */
export function PicturesBox({ names, onChange }: Props) {
  const [isBusy, setBusy] = useState(false);

  async function add(files: readonly File[]) {
    setBusy(true);
    let now = names;
    try {
      for (const file of files.slice(0, most - names.length)) {
        const { name } = await uploadMallPicture(file);
        if (!now.includes(name)) now = [...now, name];
        onChange(now);
      }
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <fieldset className="grid gap-3 m-0 p-0 border-0" data-field="pictures" tabIndex={-1}>
      <legend className="mb-2 p-0 font-600">图片（不上传则由商城绘制）</legend>
      {names.length > 0 && (
        <ul className="flex flex-wrap gap-3 m-0 p-0 list-none">
          {names.map((name, at) => (
            <li key={name} className="grid gap-1 justify-items-center">
              <img
                src={ownPicturePath(name, 'mini')}
                alt={`第${at + 1}张`}
                width={96}
                height={96}
                className="rounded-panel"
              />
              <Button kind="plain" size="small" onClick={() => onChange(names.filter((one) => one !== name))}>
                移除第{at + 1}张
              </Button>
            </li>
          ))}
        </ul>
      )}
      {names.length < most && (
        <FilePicker
          title="图片"
          label="选择图片"
          button={isBusy ? '正在上传…' : '上传图片'}
          hint={`最多${most}张，第一张显示在列表`}
          rules={rules}
          isDisabled={isBusy}
          onFiles={(files) => void add(files)}
        />
      )}
    </fieldset>
  );
}
