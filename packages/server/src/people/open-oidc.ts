/** The OpenID provider that the settings name, if they name one. */
import type { Settings } from '../config/config.ts';
import { createOidc, type Oidc } from './oidc.ts';

export function oidcOf(
  settings: Settings,
  publicUrl: string,
  fetch: Parameters<typeof createOidc>[1],
): { oidc: Oidc | null; oidcName: string | null } {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName } = settings;
  if (issuer === null || clientId === null) return { oidc: null, oidcName: null };
  const returnUrl = `${publicUrl}/api/oidc/return`;
  return { oidc: createOidc({ issuer, clientId, clientSecret, returnUrl }, fetch), oidcName };
}
