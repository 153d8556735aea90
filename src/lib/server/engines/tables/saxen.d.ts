/** The part of saxen that we use; it has no types: https://github.com/nikku/saxen#usage */
declare module 'saxen' {
  type Decode = (text: string) => string;
  export class Parser {
    on(
      event: 'openTag',
      receive: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this;
    /** Throws what a listener throws; XML that is broken throws an Error. */
    parse(xml: string): this;
  }
}
