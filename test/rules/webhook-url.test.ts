import { describe, expect, it } from 'vitest';
import { faultOfUrl, WEBHOOK_URL_MAX } from '../../src/rules/webhook-url.ts';

const ownHosts = ['hospital.example', 'hospital.workers.dev'];
const deployed = (url: string) => faultOfUrl(url, { ownHosts, loopback: false });
const onLaptop = (url: string) => faultOfUrl(url, { ownHosts, loopback: true });

const TO_FIT = 'https://partner.example/';
const long = (length: number) => TO_FIT.padEnd(length, 'x');

const ALLOWED: readonly string[] = [
  'https://partner.example/hook',
  'https://partner.example',
  'https://partner.example:443/hook',
  'https://HOOKS.Partner.EXAMPLE/Hook?token=a%20b#part',
  'https://a.b.c.d.partner.example/',
  'https://1.partner.example/',
  'https://10.0.0.1.partner.example/',
  'https://klinik-münchen.example/',
  'https://xn--klinik-mnchen-3ob.example/',
  'https://例え.example/',
  'https://local.example/',
  'https://my-internal.example/',
  'https://localhost.example/',
  'https://subdomain.hospital.example/',
  'https://hospital.example.partner.example/',
  long(WEBHOOK_URL_MAX),
  // Where a name leads cannot be seen.
  'https://127.0.0.1.nip.io/',
  'https://localtest.me/',
];

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'valid URL': [
    '',
    ' ',
    'partner.example',
    '//partner.example/hook',
    'https://',
    'https://[::1',
    'https://a b.example/',
  ],
  'at most 2000': [long(WEBHOOK_URL_MAX + 1)],
  'begin with https': [
    ...['http://partner.example/', 'ftp://partner.example/', 'wss://partner.example/', 'file:///etc/passwd'],
    ...['javascript:alert(1)', 'data:text/plain,x', 'blob:https://partner.example/1', 'partner.example:443/hook'],
  ],
  'user name or a password': [
    ...['https://user@partner.example/', 'https://user:word@partner.example/', 'https://:word@partner.example/'],
    ...['https://partner.example@127.0.0.1/', 'https://127.0.0.1:80@partner.example/'],
  ],
  'port 443': ['https://partner.example:8443/', 'https://partner.example:80/', 'https://partner.example:0/'],
  'not an IP address': [
    // IPv4 as it is, and as it is not recognised: decimal, octal, hexadecimal, short, with a dot behind, full width, escaped.
    ...[
      'https://127.0.0.1/',
      'https://10.0.0.8/',
      'https://169.254.169.254/latest',
      'https://8.8.8.8/',
      'https://0.0.0.0/',
    ],
    ...[
      'https://2130706433/',
      'https://017700000001/',
      'https://0177.0.0.1/',
      'https://0x7f000001/',
      'https://0x7f.1/',
    ],
    ...[
      'https://0x7F.0x0.0x0.0x1/',
      'https://127.1/',
      'https://127.0.1/',
      'https://0/',
      'https://1/',
      'https://127.0.0.1./',
    ],
    ...['https://１２７.０.０.１/', 'https://127。0。0。1/', 'https://%31%32%37.0.0.1/', 'https://①②⑦.0.0.1/'],
    ...[
      'https://[::1]/',
      'https://[::]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[fe80::1]/',
    ],
    ...['https://[fd00::1]/', 'https://[64:ff9b::7f00:1]/', 'https://[2606:4700::1111]/'],
  ],
  'end with a dot': ['https://partner.example./', 'https://localhost./', 'https://hospital.example./'],
  'service itself': [
    ...['https://hospital.example/', 'https://HOSPITAL.example/auth/login', 'https://hospital.workers.dev/'],
    ...[
      'https://ｈospital.example/',
      'https://hospital。example/',
      'https://hospi%74al.example/',
      'https:\\\\hospital.example',
    ],
  ],
  'public internet': [
    ...['https://localhost/', 'https://LOCALHOST/', 'https://loc%61lhost/', 'https://ⓛocalhost/', 'https://intranet/'],
    ...['https://partner/', 'https://router.lan/', 'https://nas.local/', 'https://db.internal/', 'https://x.corp/'],
    ...[
      'https://metadata.google.internal/',
      'https://a.localhost/',
      'https://localhost.localdomain/',
      'https://box.home/',
    ],
    ...['https://box.home.arpa/', 'https://1.0.0.127.in-addr.arpa/', 'https://x.intranet/', 'https://x.private/'],
    ...['https://x.test/', 'https://x.invalid/', 'https://abc.onion/', 'https://NAS.LOCAL/'],
  ],
};

const refused = Object.entries(REFUSED).flatMap(([why, urls]) => urls.map((url): [string, string] => [url, why]));

describe('An address of a webhook', () => {
  it.each(ALLOWED)('may be %s', (url) => {
    expect([deployed(url), onLaptop(url)]).toEqual([undefined, undefined]);
  });

  it.each(refused)('may not be %s: %s', (url, why) => {
    expect([deployed(url), onLaptop(url)]).toEqual([expect.stringContaining(why), expect.stringContaining(why)]);
  });
});

describe('An address of this machine', () => {
  it.each([
    ...['http://127.0.0.1:9000/hook', 'http://localhost:9000/', 'http://[::1]:9000/', 'http://localhost/'],
    ...['http://127.1:9000/', 'http://2130706433:9000/', 'http://[0:0::1]:9000/'],
  ])('may be %s where the setting allows it, and there only', (url) => {
    expect([onLaptop(url), deployed(url)]).toEqual([undefined, expect.stringContaining('https')]);
  });

  it.each([
    'http://127.0.0.2:9000/',
    'http://0.0.0.0:9000/',
    'http://10.0.0.8:9000/',
    'http://user@localhost:9000/',
    'http://a.localhost:9000/',
    'http://localhost.:9000/',
    'http://partner.example:9000/',
    'https://localhost:9000/',
    'https://127.0.0.1/',
    'ws://localhost:9000/',
  ])('is no other, as %s', (url) => {
    expect(onLaptop(url)).toBeTypeOf('string');
  });
});
