/** Looking for prices where none may be (rules 1). */

/** Keys that tell a price, whatever their value is called. */
const priceKey =
  /price|qhj|jtstr|rebate|cashback|(manjian|reduction|discount|goods|pay|line|paid|gift)_?amount/i;

/** Values that tell nothing. */
function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    value === '0.00' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Every price in an answer, by its key: `goods.price`. */
export function priceKeysIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const here = Array.isArray(value) ? path : `${path}.${key}`;
    const own =
      !Array.isArray(value) && priceKey.test(key) && !isEmpty(part)
        ? [`${here}=${JSON.stringify(part)}`]
        : [];
    return own.length > 0 ? own : priceKeysIn(part, here);
  });
}

/** Amounts of an answer, as text: every string `12.30` under a key that tells a price. */
export function amountsIn(value: unknown, isPrice = false): string[] {
  if (typeof value === 'string')
    return isPrice && /^\d+\.\d{2}$/.test(value) && value !== '0.00' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => amountsIn(part, isPrice || priceKey.test(key)));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", yen: '¥' };

/** HTML as whoever reads its source would see it: attributes and island props in plain text. */
export function unescapeHtml(html: string): string {
  return html
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What is written in an SVG; its coordinates have decimals too. */
export function textOfDrawing(svg: string): string {
  return svg.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ');
}

/** Numbers with two decimals that stand alone; `0.25g` and `10.00.1` do not. */
export function moneyIn(text: string): string[] {
  return [...text.matchAll(/(?<![\d.])\d+\.\d{2}(?![\d.]|\s*(?:m?g|μg|ml|mL|%|cm|mm|kg|元素))/g)].map(
    ([found]) => found,
  );
}

/** Keys of a page's data that tell a price: of embedded JSON, and of island props (`"price":[0,"1.20"]`). */
export function priceKeysInHtml(html: string): string[] {
  const keys = [...html.matchAll(/"([\w-]+)"\s*:\s*(?:\[0,\s*)?("[^"]*"|-?[\d.]+|\[\d?\[?)/g)];
  return keys
    .filter(([, key = '', value = '']) => priceKey.test(key) && !['""', '0', '"0.00"'].includes(value))
    .map(([found]) => found);
}

/** Same-site addresses that a page leads to or is made of. */
export function linksIn(html: string): string[] {
  const found = [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address = '']) => address);
  return [...new Set(found)]
    .filter((address) => address.startsWith('/') && !address.startsWith('//'))
    .map((address) => address.replace(/#.*$/, ''));
}
