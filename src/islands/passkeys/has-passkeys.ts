/** True where this browser supports passkeys, and is at their origin. */
export function hasPasskeys(origin: string): boolean {
  return (
    location.origin === origin &&
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}
