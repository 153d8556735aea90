/** Islands that look alike are rendered once, and every page gets its own words and all of its scripts. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { RegionChoice } from '#islands/addresses/RegionChoice.tsx';
import { BuyRow } from '#islands/buy/BuyRow.tsx';
import { faceClasses, type View } from '#islands/buy/views.ts';
import { CartButton } from '#islands/drawer/CartButton.tsx';
import { CartDrawer } from '#islands/drawer/CartDrawer.tsx';
import { CardState } from '#islands/mall/CardState.tsx';
import { RedeemBox } from '#islands/mall/RedeemBox.tsx';
import { MessageBadge } from '#islands/messages/MessageBadge.tsx';
import { AccountBar } from '#islands/shell/AccountBar.tsx';
import { CartBadge } from '#islands/shell/CartBadge.tsx';
import { Overlay } from '#islands/shell/Overlay.tsx';
import { QualityLink } from '#islands/shell/QualityLink.tsx';
import { SearchBox } from '#islands/shell/SearchBox.tsx';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { nextPrefix, renderIsland } from '#lib/server/fast/pages/cached-islands.ts';
import { cacheIslands } from '#lib/server/fast/pages/cached-islands-plugin.ts';

/** As Astro does it: an instruction for the page's scripts, then the island. */
function astro(page: object, props: Record<string, unknown>, inner = '') {
  let times = 0;
  const render = async () => {
    times++;
    const prefix = nextPrefix(page);
    const own = Object.entries(props).filter(([name]) => !name.startsWith('client:'));
    const sent = own.map(([name, value]) => `&quot;${name}&quot;:[0,${JSON.stringify(value)}]`).join();
    return {
      render({ write }: { write(chunk: unknown): void }) {
        const html = inner.replace('PREFIX', prefix);
        if (!Object.keys(props).some((name) => name.startsWith('client:'))) return write(`<p>${html}</p>`);
        write({ type: 'directive' });
        const word = 'client:only' in props ? '' : ` prefix="${prefix}"`;
        return write(`<astro-island uid="x"${word} props="{${sent}}">${html}</astro-island>`);
      },
    };
  };
  return { render, times: () => times };
}

async function write(
  page: object,
  component: unknown,
  props: Record<string, unknown>,
  inner?: string,
  slots = {},
) {
  const { render, times } = astro(page, props, inner);
  const chunks: unknown[] = [];
  const rendered = await renderIsland(page, component, props, slots, render, (text) => text);
  rendered.render({ write: (chunk) => chunks.push(chunk) });
  return { html: String(chunks.at(-1)), scripts: chunks.slice(0, -1), isFresh: times() > 0 };
}

const still = (more = {}) => Object.assign(() => null, { isStill: true, ...more });

const idle = { 'client:idle': true };

test('the second time it is not rendered, has a word of its own, and asks for the same scripts', async () => {
  const island = still();
  const page = {};
  expect(await write(page, island, idle)).toMatchObject({ isFresh: true });
  expect(await write(page, island, idle)).toEqual({
    html: '<astro-island uid="x" prefix="i1" props="{}"></astro-island>',
    scripts: [{ type: 'directive' }],
    isFresh: false,
  });
  expect((await write({}, island, idle)).html).toContain('prefix="i0"');
});

test('other properties, or another directive, are another island', async () => {
  const island = still();
  await write({}, island, idle);
  expect((await write({}, island, { ...idle, look: 'rail' })).isFresh).toBe(true);
  expect((await write({}, island, { 'client:load': true })).isFresh).toBe(true);
  expect((await write({}, island, { ...idle, look: 'rail' })).isFresh).toBe(false);
});

test('an id that nothing shows is put in; one that shows is rendered each time', async () => {
  const hidden = still({ hidesId: true });
  await write({}, hidden, { ...idle, id: 12 });
  expect(await write({}, hidden, { ...idle, id: 7 })).toMatchObject({
    html: '<astro-island uid="x" prefix="i0" props="{&quot;id&quot;:[0,7]}"></astro-island>',
    isFresh: false,
  });
  const shown = still();
  await write({}, shown, { ...idle, id: 12 });
  expect((await write({}, shown, { ...idle, id: 7 })).isFresh).toBe(true);
});

test.each([
  ['what never lives', {}, undefined, {}],
  ['what is rendered by the browser alone', { 'client:only': 'react' }, undefined, {}],
  ['an object among its properties', { ...idle, item: { id: 1 } }, undefined, {}],
  ['what stands inside it', idle, undefined, { default: () => '' }],
  ['ids of React inside it', idle, '<label for="_PREFIXR_0_">', {}],
])('%s is rendered each time', async (_, props, inner, slots) => {
  const island = still();
  for (const _again of [1, 2]) expect((await write({}, island, props, inner, slots)).isFresh).toBe(true);
});

test('what does not say that it is still is rendered each time', async () => {
  const island = () => null;
  for (const _again of [1, 2]) expect((await write({}, island, idle)).isFresh).toBe(true);
});

test('no more than fifty forms of a component are kept', async () => {
  const island = still();
  for (let at = 0; at < 60; at++) await write({}, island, { ...idle, at });
  expect((await write({}, island, { ...idle, at: 49 })).isFresh).toBe(false);
  expect((await write({}, island, { ...idle, at: 50 })).isFresh).toBe(true);
});

const stills = [
  [AccountBar, { loadsUser: true }],
  [BuyRow, { id: 7 }],
  [CartBadge, {}],
  [CartButton, { look: 'rail' }],
  [CartDrawer, {}],
  [CardState, { id: 7 }],
  [MessageBadge, {}],
  [Overlay, {}],
  [QualityLink, { className: '' }],
  [RedeemBox, { id: 7 }],
  [RegionChoice, {}],
  [SearchBox, {}],
] as [React.FunctionComponent<object> & { isStill: boolean }, object][];

test('every island that says so is looked at', () => {
  const said = globSync('src/islands/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(\w+)\.isStill = true;/gm)].map(([, name]) => name),
  );
  expect(said.sort()).toEqual(stills.map(([island]) => island.name).sort());
});

test.each(stills)('%o is still', (Island, props) => {
  expect(Island.isStill).toBe(true);
  const times = ['2026-01-01T00:00:00Z', '2031-12-31T12:34:56Z'].map((time) => {
    vi.setSystemTime(time);
    return renderToString(<Island {...props} />);
  });
  vi.useRealTimers();
  expect(times[1]).toBe(times[0]);
});

test.each(keysOf(faceClasses))('the row of a goods shows nothing of its id as a %s', (view: View) => {
  expect(BuyRow.hidesId).toBe(true);
  expect(renderToString(<BuyRow id={18_206} view={view} />)).toBe(
    renderToString(<BuyRow id={7} view={view} />),
  );
});

test.each([CardState, RedeemBox])('%o shows nothing of the id of its goods', (Island) => {
  expect(Island.hidesId).toBe(true);
  expect(renderToString(<Island id={18_206} />)).toBe(renderToString(<Island id={7} />));
});

test('Astro renders islands in the way that a build expects', () => {
  const component = path.resolve('node_modules/astro/dist/runtime/server/render/component.js');
  expect(cacheIslands(readFileSync(component, 'utf8'))).toContain('async function renderAgain(result,');
  expect(() => cacheIslands('export {}')).toThrow('in another way');
});
