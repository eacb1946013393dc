/** Characters. */
export const WEBHOOK_URL_MAX = 2_000;

interface Surroundings {
  /** names by which the service itself is reached, as URLs have them */
  ownHosts: readonly string[];
  /** whether addresses of this machine are taken, as a laptop's receivers have them */
  loopback: boolean;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Names that mean something inside of a network only, or nothing. */
const PRIVATE = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'lan', 'corp', 'home', 'arpa'],
  ...['test', 'invalid', 'onion'],
];

/** The parser of URLs has made every spelling of an IPv4 address this one: decimal, octal, hexadecimal, short. */
const IPV4 = /^\d+(\.\d+){3}$/;

/**
 * Whether events may go to the address: one that anybody could reach, and no way into a network. What cannot be seen here: where a
 * name of DNS leads. `127.0.0.1.nip.io`, or any domain's owner, may point at a private address, also from one request to the next.
 * @returns what is wrong with it
 */
export function faultOfUrl(text: string, { ownHosts, loopback }: Surroundings): string | undefined {
  if (text.length > WEBHOOK_URL_MAX) return `URL should have at most ${WEBHOOK_URL_MAX} characters`;
  if (!URL.canParse(text)) return 'Input should be a valid URL, as https://partner.example/hook';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'URL should not contain a user name or a password';
  if (loopback && protocol === 'http:' && LOOPBACK.includes(hostname)) return undefined;
  if (protocol !== 'https:') return 'URL should begin with https://';
  if (port !== '') return 'URL should name no port: events go to port 443 only';
  return faultOfHost(hostname, ownHosts);
}

function faultOfHost(host: string, ownHosts: readonly string[]): string | undefined {
  if (host.startsWith('[') || IPV4.test(host)) return 'The host should be a name, not an IP address';
  if (host.endsWith('.')) return 'The host should not end with a dot';
  if (ownHosts.includes(host)) return 'The host should not be the service itself';
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || PRIVATE.includes(last)) return 'The host should be a name of the public internet';
  return undefined;
}
