/** Structured data of a long text: schema.org's article and its place on the site. */
import { siteTitle } from '#lib/contract/constants.ts';
import { dayText } from './news.ts';

interface ArticleFacts {
  title: string;
  summary: string;
  /** Path of the page. */
  href: string;
  kind: 'Article' | 'NewsArticle';
  published: Date | undefined;
  updated: Date;
  /** The ancestors of the page, from the outermost. */
  above: readonly { name: string; href: string }[];
}

/** The JSON-LD of an article; `absolute` makes a path of this site an absolute address. */
export function articleData(
  { title, summary, href, kind, published, updated, above }: ArticleFacts,
  absolute: (path: string) => string,
) {
  const publisher = { '@type': 'Organization', name: siteTitle, url: absolute('/') };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': kind,
        headline: title,
        description: summary,
        inLanguage: 'zh-CN',
        ...(published && { datePublished: dayText(published) }),
        dateModified: dayText(updated),
        author: publisher,
        publisher,
        mainEntityOfPage: absolute(href),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [...above, { name: title, href }].map((crumb, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: crumb.name,
          item: absolute(crumb.href),
        })),
      },
    ],
  };
}
