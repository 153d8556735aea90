import { useStore } from '@nanostores/react';
import { openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import { path } from '#lib/contract/routes.ts';

/** Quality inspection for an account that has it: its page, or without one the server's message (rules 14). */
export function QualityLink({ className }: { className: string }) {
  const user = useStore($user, { ssr: 'initial' });
  const quality = user?.quality_inspection;
  if (!quality) return null;
  const face = (
    <>
      <span className="i-lucide-clipboard-check text-head" aria-hidden="true" />
      质检
    </>
  );
  if (quality.quality_inspection_url) {
    return (
      <a
        className={className}
        href={quality.quality_inspection_url}
        target="_blank"
        rel="noopener noreferrer"
      >
        {face}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={className}
      onClick={() =>
        openDialog({
          title: '质检报告',
          text: quality.msg,
          link: { text: '我的订单', href: path('/order') },
          confirm: '知道了',
        })
      }
    >
      {face}
    </button>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
QualityLink.isStill = true;
