/**
 * The renderer of islands (react.ts puts it in the place of the integration's own). The original renders a component
 * once more to find out whether it is React's; here every component that is not Astro's is. A tag by its name
 * (`<Heading>` for h2) is not a component. An island without slots is rendered here synchronously: the original creates
 * Node streams for each, and a list page has a hundred.
 */
import stock from '@astrojs/react/server.js';
import type { AstroComponentMetadata } from 'astro';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server.node';
import { nextPrefix } from './cached-islands.ts';

/** The page being rendered, as passed by Astro. */
interface Page {
  result: object;
}

type Props = Record<string, unknown>;

/** React writes preload links of pictures before an island; here they would be in the middle of the page. */
function withoutLinks(html: string): string {
  if (!html.includes('<link ')) return html;
  return html.replace(/<link [^<>]*>/g, (tag) => (tag.includes(' rel="preload"') ? '' : tag));
}

async function renderToStaticMarkup(
  this: Page,
  Component: FunctionComponent<Props>,
  props: Props,
  slots: Record<string, string>,
  metadata?: AstroComponentMetadata,
) {
  const isPlain = props.children === undefined && Object.keys(slots).length === 0;
  if (!isPlain) return stock.renderToStaticMarkup.call(this, Component, props, slots, metadata);
  const prefix = nextPrefix(this.result);
  const { class: _, ...own } = props;
  const html = renderToString(createElement(Component, own), { identifierPrefix: prefix });
  return { html: withoutLinks(html), attrs: { prefix } };
}

export default {
  ...stock,
  check: async (Component: unknown) => typeof Component !== 'string',
  renderToStaticMarkup,
};
