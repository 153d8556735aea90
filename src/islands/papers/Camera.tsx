import { useRef } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { shrinkPictures } from '#islands/ui/files/shrink-picture.ts';

interface Props {
  name: string;
  isDisabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Takes a picture on a phone; other devices have no suitable camera. */
export function Camera({ name, isDisabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="md:hidden">
      <Button
        kind="plain"
        disabled={isDisabled}
        aria-label={`拍照上传${name}`}
        onClick={() => input.current?.click()}
      >
        <span className="i-lucide-camera text-title" aria-hidden="true" />
        拍照
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={`拍摄${name}`}
        onChange={(event) => {
          void shrinkPictures([...(event.target.files ?? [])]).then(onFiles);
          event.target.value = '';
        }}
      />
    </span>
  );
}
