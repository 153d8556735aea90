/**
 * The renderer of islands (react.ts puts it in the place of the integration's own). To find out whether a
 * component is React's the other one renders it once more; here there are no others.
 */
import renderer from '@astrojs/react/server.js';

export default { ...renderer, check: async () => true };
