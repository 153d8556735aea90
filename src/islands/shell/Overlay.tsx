import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { ToastCard } from '#islands/ui/ToastCard.tsx';
import { $dialog, answerDialog, type DialogRequest } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast, holdToast } from '#lib/client/stores/shell/toasts.ts';

/** Elements over the page: messages and questions that any island may raise through the stores. */
export function Overlay() {
  return (
    <>
      <Toaster />
      <DialogHost />
    </>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
Overlay.isStill = true;

/**
 * Messages 20 px below the header as it is now, with or without an ad above it, and 16 px apart (rules 17), above open
 * dialogs too.
 */
function Toaster() {
  const toasts = useStore($toasts, { ssr: 'initial' });
  const layer = useRef<HTMLElement>(null);
  const newest = toasts.at(-1);
  const newestId = newest?.id;

  useEffect(() => {
    const element = layer.current;
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    // Shown again for each message: the last shown popover is above every dialog.
    if (newestId === undefined) return;
    const place = () => {
      element.style.top = `${belowHeader()}px`;
    };
    place();
    element.showPopover();
    addEventListener('scroll', place, { passive: true });
    return () => removeEventListener('scroll', place);
  }, [newestId]);

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {newest?.text}
      </div>
      <section
        ref={layer}
        popover="manual"
        aria-label="提示"
        className="fixed inset-[20px_16px_auto] w-auto m-0 p-0 border-0 bg-transparent overflow-visible pointer-events-none"
      >
        <div className="grid justify-items-center gap-4">
          {toasts.map((toast) => (
            <ToastCard
              key={toast.id}
              toast={toast}
              onClose={() => closeToast(toast.id)}
              onHold={(isOn) => holdToast(toast.id, isOn)}
            />
          ))}
        </div>
      </section>
    </>
  );
}

const toastOffset = 20;

/** Below the header, or the part of it that stays while the page is scrolled; on a low screen not below its middle. */
function belowHeader(): number {
  const bars = document.querySelectorAll('body > header, .head-bar');
  const ends = [...bars].map((bar) => bar.getBoundingClientRect().bottom);
  return Math.min(Math.max(0, ...ends), innerHeight / 2) + toastOffset;
}

function DialogHost() {
  const request = useStore($dialog, { ssr: 'initial' });
  return (
    <Dialog
      open={request !== null}
      title={request?.title ?? ''}
      width={request?.width ?? 'normal'}
      onClose={() => answerDialog(false)}
      footer={request && <Answers request={request} />}
    >
      <p className="whitespace-pre-line leading-22px">{request?.text}</p>
      {request?.note && <p className="mt-2 text-small text-ink-2 num">{request.note}</p>}
      {request?.link && (
        <p className="mt-2">
          <a className="link" href={request.link.href}>
            {request.link.text}
          </a>
        </p>
      )}
    </Dialog>
  );
}

function Answers({ request }: { request: DialogRequest }) {
  return (
    <>
      {request.cancel && (
        <Button kind="plain" onClick={() => answerDialog(false)}>
          {request.cancel}
        </Button>
      )}
      {request.other && (
        <Button kind="ghost" onClick={() => answerDialog('other')}>
          {request.other}
        </Button>
      )}
      <Button kind={request.isDanger ? 'danger' : 'primary'} data-focus="" onClick={() => answerDialog(true)}>
        {request.confirm}
      </Button>
    </>
  );
}
