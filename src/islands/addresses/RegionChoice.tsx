import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { $region, followRegion } from '#lib/client/stores/shell/region.ts';
import { $user } from '#lib/client/stores/shell/user.ts';

const RegionDialog = lazy(async () => ({ default: (await import('./RegionDialog.tsx')).RegionDialog }));

/**
 * 送至 in the header: the region is stored in this browser and preset in the next new address (rules 10, 17). By default
 * it is the default address's.
 */
export function RegionChoice({ isWide = false }: { isWide?: boolean }) {
  const region = useStore($region, { ssr: 'initial' });
  const user = useStore($user, { ssr: 'initial' });
  const [isOpen, setOpen] = useState(false);
  const place = region?.name || user?.address || undefined;
  useEffect(followRegion, []);
  return (
    <>
      <button
        type="button"
        className={`flex items-center gap-1 p-0 border-0 bg-transparent hover:text-primary ${isWide ? 'w-full h-full gap-2 text-body' : 'w-148px text-note'}`}
        aria-haspopup="dialog"
        title={place}
        onClick={() => setOpen(true)}
      >
        <span className="flex-none i-lucide-map-pin" aria-hidden="true" />
        <span className="flex-none">送至</span>
        <span className="min-w-0 truncate text-ink font-500">{place ?? '选择地区'}</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <RegionDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
RegionChoice.isStill = true;
