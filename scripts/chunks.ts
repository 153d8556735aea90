/** Modules whose path holds one of the words share a file; earlier groups choose first. */
function together(name: string, priority: number, words: string[]) {
  const test = (id: string) => words.some((word) => id.replaceAll('\\', '/').includes(word));
  return { name, priority, test };
}

/** What travels together is one file: fewer requests, and more alike text for the compression to find. */
export const chunkGroups = [
  together(
    'react',
    4,
    ['react', 'react-dom', 'scheduler', '@astrojs'].map((name) => `/node_modules/${name}/`),
  ),
  // On every page with a frame.
  together('frame', 3, [
    'preload-helper',
    ...['nanostores', '@nanostores'].map((name) => `/node_modules/${name}/`),
    ...['Button', 'ToastCard', 'use-early'].map((name) => `/islands/ui/${name}.`),
    ...['api', 'clock', 'hint', 'login-href', 'react', 'stale'].map((name) => `/lib/client/${name}.`),
    ...['cart-share', 'cart-total', 'dialogs', 'drawer', 'toasts', 'user'].map(
      (name) => `/lib/client/stores/${name}.`,
    ),
  ]),
  // On every page with goods.
  together('card', 2, [
    ...['GoodsTools', 'LoginLink', 'doors', 'views', 'words'].map((name) => `/islands/goods/${name}.`),
    ...[
      '/islands/alerts/PriceBell',
      '/islands/favorites/FavoriteStar',
      '/islands/ui/Price.',
      '/rules/money.',
    ],
    ...['favorites', 'offers'].map((name) => `/lib/client/stores/${name}.`),
  ]),
  // For buyers, beside their prices.
  together('face', 1, [
    ...['Buy', 'GroupDoor', 'InCart', 'LadderTable', 'Refused', 'VariantCard'].map(
      (name) => `/islands/goods/${name}.`,
    ),
    ...['quantity-change', 'use-add', 'use-quantity'].map((name) => `/islands/goods/${name}.`),
    ...['/islands/trace/WhyButton', '/islands/ui/Stepper.', '/stores/cart-queue.'],
    ...['pricing', 'quantity', 'terms'].map((name) => `/lib/rules/${name}.`),
  ]),
];
