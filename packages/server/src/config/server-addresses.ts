/** A database address that may name several servers, as libpq reads it: `postgres://user@h1:5432,h2:5433/name?…`. */

export interface ServerAddress {
  /** For sentences: host and port, never who signs in. */
  readonly name: string;
  /** The whole address with this one host. */
  readonly url: string;
}

/** Of libpq, and not known to the driver: of several servers the one that takes writes is used anyway. */
const attributes = 'target_session_attrs';
const attributesFit = ['read-write', 'primary'];
const defaultPort = '5432';

const form = /^(?<scheme>postgres(?:ql)?:\/\/)(?<who>[^/?#]*@)?(?<hosts>[^@/?#]*)(?<rest>\/[^?#]+(?:\?[^#]*)?)$/;
const hostForm = /^(?<host>\[[\da-f:.]+\]|[^:[\]\s]*)(?::(?<port>\d{1,5}))?$/i;

/** Null for what is no such address. */
export function readServerAddresses(text: string): ServerAddress[] | null {
  const parts = form.exec(text)?.groups as { scheme: string; who?: string; hosts: string; rest: string } | undefined;
  if (parts === undefined) return null;
  const url = URL.parse(`${parts.scheme}${parts.who ?? ''}host${parts.rest}`);
  if (url === null) return null;
  const wanted = url.searchParams.get(attributes);
  if (wanted !== null && !attributesFit.includes(wanted)) return null;
  const hosts = readHosts(parts.hosts, url.searchParams);
  if (hosts === null) return null;
  // One server, and nothing that the driver does not know: it passes through untouched.
  if (hosts.length === 1 && wanted === null) return [{ name: hosts[0]!.name, url: text }];
  url.searchParams.delete(attributes);
  return hosts.map((host) => ({ name: host.name, url: urlWith(url, parts, host) }));
}

interface Host {
  name: string;
  /** As it stands before the path; empty where the query names a folder of sockets. */
  authority: string;
  query: Record<string, string>;
}

/** Hosts may also stand in the query, `host=h1,h2&port=5432,5433`: a folder of sockets cannot stand elsewhere. */
function readHosts(authority: string, query: URLSearchParams): Host[] | null {
  const named = query.get('host');
  if (named === null || named === '') return readAuthority(authority);
  const hosts = named.split(',');
  const ports = (query.get('port') ?? '').split(',');
  if (hosts.length === 1) return [{ name: hosts[0]!, authority, query: {} }];
  if (hosts.includes('') || (ports.length > 1 && ports.length !== hosts.length)) return null;
  return hosts.map((host, index) => {
    const port = ports[ports.length > 1 ? index : 0] || defaultPort;
    return { name: `${host}:${port}`, authority: '', query: { host, port } };
  });
}

function readAuthority(authority: string): Host[] | null {
  const hosts: Host[] = [];
  for (const written of authority.split(',')) {
    const parts = hostForm.exec(written)?.groups as { host: string; port?: string } | undefined;
    if (parts === undefined || Number(parts.port ?? 0) > 65_535) return null;
    if (parts.host === '' && authority !== '') return null;
    hosts.push({ name: `${parts.host || 'localhost'}:${parts.port ?? defaultPort}`, authority: written, query: {} });
  }
  return hosts;
}

function urlWith(url: URL, { scheme, who }: { scheme: string; who?: string }, { authority, query }: Host): string {
  const search = new URLSearchParams(url.searchParams);
  for (const [name, value] of Object.entries(query)) search.set(name, value);
  // A host in the query wins over the one before the path, which must be there all the same.
  const questions = search.size === 0 ? '' : `?${search}`;
  return `${scheme}${who ?? ''}${authority || 'localhost'}${url.pathname}${questions}`;
}

/** As `afterimage config` shows it: without passwords. */
export function withoutPasswords(text: string): string {
  return text
    .replace(/^(postgres(?:ql)?:\/\/[^:/?#]*):[^/?#]*@/, '$1:***@')
    .replace(/([?&](?:ssl)?password=)[^&]*/g, '$1***');
}
