import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import {
  $claimable,
  $isClaiming,
  claimAll,
  loadClaimable,
  savingOf,
} from '#lib/client/stores/cart/claimable.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** 领券再省: what coupons that can still be claimed would take off, claimed and counted by one press. */
export function ClaimSaving({ state }: { state: CartState }) {
  const claimable = useStore($claimable, { ssr: 'initial' });
  const isClaiming = useStore($isClaiming, { ssr: 'initial' });
  useEffect(() => {
    if ($claimable.get() === null) void loadClaimable();
  }, []);
  const worth = claimable && state.offers !== null ? savingOf(state, claimable) : null;
  if (worth === null || state.may_order === 0) return null;
  return (
    <Button kind="ghost" size="small" busy={isClaiming} onClick={() => void claimAll(worth)}>
      <span className="i-lucide-ticket-percent" aria-hidden="true" />
      领券再省<span className="num">¥{showYuan(worth.saving)}</span>
    </Button>
  );
}
