// @unocss-include: this file has the columns of the cart, and .ts files are not scanned for classes otherwise.

/** The columns of a wide cart: tick, picture, goods, expiry, price, number, amount, buttons. */
export const columns =
  'lg:(grid items-center gap-x-3 grid-cols-[20px_40px_minmax(0,1fr)_92px_116px_148px_104px_72px]) xl:grid-cols-[20px_40px_minmax(0,1fr)_92px_208px_148px_104px_72px]';
