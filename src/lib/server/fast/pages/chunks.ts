import { isWithout } from '../../core/process/env.ts';

/** Files that travel together, by their paths under `src` without their endings; `tests/arch/chunks.test.ts` finds each. */
export const travelGroups = {
  // On every page with a frame.
  frame: [
    ...['Button', 'ToastCard'].map((name) => `islands/ui/${name}`),
    ...['api', 'clock', 'hint', 'login-href', 'stale'].map((name) => `lib/client/${name}`),
    ...['dialogs', 'drawer', 'list-view', 'react', 'toasts', 'user'].map(
      (name) => `lib/client/stores/shell/${name}`,
    ),
    ...['cart/cart-total', 'live/cart-share', 'goods/offers'].map((name) => `lib/client/stores/${name}`),
    ...['AccountBar', 'CartBadge', 'Overlay', 'QualityLink', 'current-in-sight', 'pressed'].map(
      (name) => `islands/shell/${name}`,
    ),
    ...['drawer/CartButton', 'drawer/CartDrawer', 'messages/MessageBadge', 'addresses/RegionChoice'].map(
      (name) => `islands/${name}`,
    ),
    ...['contract/numbers', 'contract/goods/pictures', 'rules/terms/activity-time'].map(
      (name) => `lib/${name}`,
    ),
  ],
  // On every page with goods.
  card: [
    ...['BuyRow', 'FavoriteStar', 'GoodsTools', 'LoginLink', 'VisitorFace', 'views'].map(
      (name) => `islands/buy/${name}`,
    ),
    ...['alerts/PriceBell', 'goods/words', 'ui/Price'].map((name) => `islands/${name}`),
    'lib/client/stores/goods/favorites',
    ...['contract/goods/ways-on', 'rules/money/money'].map((name) => `lib/${name}`),
  ],
  // For buyers, next to their prices.
  face: [
    ...['Buy', 'BuyerFace', 'GroupBuyLink', 'InCart', 'NetLine', 'NetPrice', 'Refused'].map(
      (name) => `islands/buy/${name}`,
    ),
    ...['quantity-change', 'use-add', 'use-quantity'].map((name) => `islands/buy/${name}`),
    ...['islands/trace/WhyButton', 'islands/ui/Stepper', 'lib/client/stores/cart/cart-queue'],
    ...['promotions/pricing', 'terms/price-names', 'terms/quantity', 'terms/terms'].map(
      (name) => `lib/rules/${name}`,
    ),
    'lib/contract/offers/terms',
  ],
} as const satisfies Record<string, readonly string[]>;

const packages = (names: readonly string[]) => names.map((name) => `/node_modules/${name}/`);
const sources = (names: readonly string[]) => names.map((name) => `/src/${name}.`);

/** Modules whose path contains one of the words share a file; earlier groups choose first. */
function together(name: string, priority: number, words: readonly string[]) {
  const test = (id: string) => words.some((word) => id.replaceAll('\\', '/').includes(word));
  return { name, priority, test };
}

/** Modules used together are one file: fewer requests, and better compression. */
const groups = [
  // A file of its own, else it goes where addresses are made: onto every page. Only desks read it in the browser.
  together('desk-pages', 5, sources(['lib/contract/routes/desk'])),
  together('react', 4, packages(['react', 'react-dom', 'scheduler', '@astrojs'])),
  together('frame', 3, [
    'preload-helper',
    ...packages(['nanostores', '@nanostores']),
    ...sources(travelGroups.frame),
  ]),
  together('card', 2, sources(travelGroups.card)),
  together('face', 1, sources(travelGroups.face)),
];

/** The groups of this build. */
export const chunkGroups = () => (isWithout('joined-scripts') ? [] : groups);
