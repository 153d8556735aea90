/** Loaded by pages with offers of one drug: they are compared for buyers, a visitor has no price of any. */
import { isProbablyLoggedIn } from '#lib/client/hint.ts';

if (isProbablyLoggedIn())
  void import('./compare-rows.ts').then(
    ({ compareRows }) => compareRows(),
    // The line was cut: the rows stay as the server sorted them.
    () => undefined,
  );
