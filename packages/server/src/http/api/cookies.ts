/** The cookies of the dashboard: the session's, and the short-lived one of a sign-in that is at the provider. */
import type { Exchange } from '../exchange.ts';

/** `__Host-` makes browsers insist on Secure, this host and the whole path; over plain HTTP they would refuse it. */
export function cookieName(publicUrl: string, name: string): string {
  return isHttps(publicUrl) ? `__Host-${name}` : name;
}

export function readCookie(exchange: Exchange, name: string): string | undefined {
  for (const part of exchange.requestHeaders.cookie?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** @param cookie `value` empty and `seconds` 0 remove it */
export function setCookie(
  exchange: Exchange,
  publicUrl: string,
  cookie: { name: string; value: string; seconds: number },
): void {
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  const text =
    `${cookieName(publicUrl, cookie.name)}=${cookie.value}; Path=/; Max-Age=${cookie.seconds}; ` +
    `HttpOnly; SameSite=Lax${secure}`;
  const earlier = exchange.headers['set-cookie'] as string[] | undefined;
  exchange.headers['set-cookie'] = [...(earlier ?? []), text];
}

export function clearCookie(exchange: Exchange, publicUrl: string, name: string): void {
  setCookie(exchange, publicUrl, { name, value: '', seconds: 0 });
}

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:');
