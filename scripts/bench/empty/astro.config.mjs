import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/** Astro and its adapter with no product in them: what a call costs at least. */
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  telemetry: false,
});
