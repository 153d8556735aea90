import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loaded for buyers shortly before it is seen, for visitors when they touch it (islands/shell/client-buyer). */
    'client:buyer'?: boolean;
    /** Loaded when somebody touches it (islands/shell/client-touch). */
    'client:touch'?: boolean;
  }
}
