declare module 'heic-decode' {
  interface Decoded {
    width: number;
    height: number;
    data: Uint8ClampedArray<ArrayBuffer>;
  }
  interface Found {
    width: number;
    height: number;
    decode(): Promise<Decoded>;
  }
  const decode: { all(options: { buffer: Uint8Array }): Promise<Found[]> };
  export default decode;
}
