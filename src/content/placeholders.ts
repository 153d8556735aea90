/** Placeholders in {{}} for the shop's operator in the texts of help and news: they are filled in for each shop. */

/** Values from the settings; empty texts are unknown. */
export interface ShopTexts {
  company: string;
  creditCode: string;
  address: string;
  hotLine: string;
  serviceHours: string;
  qq1: string;
  qq2: string;
  /** Name and number of each, separated by a space. */
  licences: readonly string[];
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

/** The functions that make the placeholders' HTML. */
const words = {
  公司: ({ company }) => escapeHtml(company),
  信用代码: ({ creditCode }) => escapeHtml(creditCode),
  地址: ({ address }) => escapeHtml(address),
  热线: ({ hotLine }) => escapeHtml(hotLine),
  客服时间: ({ serviceHours }) => escapeHtml(serviceHours),
  QQ客服: ({ qq1, qq2 }) => escapeHtml([qq1, qq2].filter(Boolean).join('、')) || '暂未开通',
  许可与备案: ({ licences }) => {
    const rows = licences.map((licence) => {
      const [name = '', ...number] = licence.split(' ');
      return `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(number.join(' '))}</td></tr>`;
    });
    const note = licences.some((licence) => licence.includes('示'))
      ? '<p>编号中带“示”字的是演示环境的示范编号，不对应任何真实证照。</p>'
      : '';
    return `<table><thead><tr><th>证照</th><th>编号</th></tr></thead><tbody>${rows.join('')}</tbody></table>${note}`;
  },
} satisfies Record<string, (texts: ShopTexts) => string>;

const known: Record<string, ((texts: ShopTexts) => string) | undefined> = words;

export const placeholderWords = Object.keys(words);

/** A table replaces its whole paragraph. */
const pattern = /<p>\{\{(许可与备案)\}\}<\/p>|\{\{([^{}]*)\}\}/g;

/** The HTML of a text with its placeholders filled in; unknown ones stay. */
export function fillIn(html: string, texts: ShopTexts): string {
  return html.replace(pattern, (whole, block?: string, word?: string) => {
    const make = known[(block ?? word ?? '').trim()];
    return make === undefined ? whole : make(texts);
  });
}

/** Unknown placeholders in {{}}. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].flatMap(([, word = '']) =>
    known[word.trim()] === undefined ? [word.trim()] : [],
  );
}
