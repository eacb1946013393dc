/** Clients count by their IPv4 address or IPv6 /64 network: one host may use all of it (RFC 4291 2.5.1, RFC 8981). */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'), ...after);
  }
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
