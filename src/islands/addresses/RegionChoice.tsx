import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { $region, followRegion } from '#lib/client/stores/shell/region.ts';

const RegionDialog = lazy(async () => ({ default: (await import('./RegionDialog.tsx')).RegionDialog }));

/** 送至 in the header: the region is kept in this browser and stands in the next new address (rules 10, 17). */
export function RegionChoice() {
  const region = useStore($region, { ssr: 'initial' });
  const [isOpen, setOpen] = useState(false);
  useEffect(followRegion, []);
  return (
    <>
      <button
        type="button"
        className="flex items-center gap-1 w-148px p-0 border-0 bg-transparent text-note hover:text-primary"
        aria-haspopup="dialog"
        title={region?.name}
        onClick={() => setOpen(true)}
      >
        <span className="flex-none i-lucide-map-pin" aria-hidden="true" />
        <span className="flex-none">送至</span>
        <span className="min-w-0 truncate text-ink font-500">{region?.name ?? '选择地区'}</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <RegionDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
