/** True where this browser has passkeys, and is at the address that they hold for. */
export function hasPasskeys(origin: string): boolean {
  return (
    location.origin === origin &&
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}
