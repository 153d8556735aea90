/** Islands that are rendered at once have the HTML of React's stream, and a build can do without each part. */
import { Writable } from 'node:stream';
import { type ReactNode, useId } from 'react';
import { renderToPipeableStream } from 'react-dom/server.node';
import { afterEach, expect, test } from 'vitest';
import { buildParts, env } from '#lib/server/core/process/env.ts';
import { chunkGroups } from '#lib/server/fast/pages/chunks.ts';
import { pagePlugins } from '#lib/server/fast/pages/plugins.ts';
import atOnce from '#lib/server/fast/pages/react-dom-server.ts';

afterEach(() => env().WITHOUT.splice(0));

function Field({ label }: { label: string }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {label} &lt; {1 + 1} <input id={id} defaultValue="阿莫西林" />
    </label>
  );
}

/** The HTML as Astro's renderer collects it. */
function collect(render: typeof atOnce.renderToPipeableStream, node: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    let html = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        html += chunk;
        done();
      },
      destroy: () => resolve(html),
      final: () => resolve(html),
    });
    const stream = render(node, {
      identifierPrefix: 'r0',
      onError: reject,
      onAllReady: () => stream.pipe(sink as never),
    });
  });
}

test('an island has the HTML of React’s stream', async () => {
  const stock = renderToPipeableStream as unknown as typeof atOnce.renderToPipeableStream;
  const own = await collect(atOnce.renderToPipeableStream, <Field label="名称" />);
  expect(own).toContain('阿莫西林');
  expect(own).toBe(await collect(stock, <Field label="名称" />));
});

test('an error of an island is the renderer’s to answer', async () => {
  const Broken = () => {
    throw new Error('broken');
  };
  await expect(collect(atOnce.renderToPipeableStream, <Broken />)).rejects.toThrow('broken');
});

test('each part is left out where the setting names it', () => {
  const always = ['island-style', 'small-ofetch', 'small-preload'];
  const names = () => pagePlugins().map(({ name }) => name);
  expect(names()).toEqual([...always, 'whole-pages', 'cached-islands']);
  expect(chunkGroups().length).toBeGreaterThan(0);
  env().WITHOUT.push('whole-pages', 'joined-scripts');
  expect(names()).toEqual([...always, 'cached-islands']);
  expect(chunkGroups()).toEqual([]);
  env().WITHOUT.push(...buildParts);
  expect(names()).toEqual(always);
});
