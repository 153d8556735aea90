/**
 * The renderer of islands (react.ts puts it in the place of the integration's own). To find out whether a component is
 * React's the other one renders it once more; here every component that is none of Astro's is. A tag by its name
 * (`<Heading>` for h2) is no component.
 */
import renderer from '@astrojs/react/server.js';

export default { ...renderer, check: async (Component: unknown) => typeof Component !== 'string' };
