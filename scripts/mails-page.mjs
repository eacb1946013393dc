// `/mails/` of `npm start`: the mails that it has kept, for whoever sits at this machine. No part of the Worker.
import { createHash } from 'node:crypto';

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:60rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.4rem}li{margin:.75rem 0}time,p{color:GrayText}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;
border:1px solid GrayText;border-radius:.4rem;padding:1rem}iframe{width:100%;height:40rem;border:1px solid GrayText;border-radius:.4rem;background:Canvas}`;

/** Our own pages. */
const POLICY = [
  "default-src 'none'",
  "frame-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** A mail has no scripts, and its styles stand in its elements. */
const POLICY_OF_MAIL = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const SHOWN = 50;

const MARKS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replace(/[&<>"]/g, (mark) => MARKS[mark]);
const withLinks = (text) => escaped(text).replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);

const page = (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
${body}
</html>
`;

const fieldOf = (head, name) =>
  head
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';
/** `2026-11-28T16-25-01.123Z-001` as a time */
const timeOf = (name) => name.slice(0, 19).replace(/T(\d\d)-(\d\d)-(\d\d)$/, ' $1:$2:$3 UTC');

function listPage(mailbox) {
  const rows = mailbox
    .list()
    .slice(0, SHOWN)
    .map((name) => {
      const { head } = mailbox.read(name);
      const about = `<a href="/mails/${name}"><bdi>${escaped(fieldOf(head, 'Subject'))}</bdi></a>`;
      return `<li>${about}<br>to <bdi>${escaped(fieldOf(head, 'To'))}</bdi>, <time>${timeOf(name)}</time></li>`;
    });
  const list = rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>None yet.</p>';
  return page('Mails', `<h1>Mails</h1>\n<p>They are kept here, and sent to nobody.</p>\n${list}`);
}

function mailPage(name, { head, text, parts }) {
  const html = parts.find((part) => part === `${name}.html`);
  const others = parts.filter((part) => part !== html);
  return page(
    fieldOf(head, 'Subject'),
    `<p><a href="/mails/">All mails</a></p>
<h1 dir="auto">${escaped(fieldOf(head, 'Subject'))}</h1>
<pre dir="auto">${escaped(head)}</pre>
${others.map((part) => `<p><a href="/mails/${part}" download>${escaped(part.slice(name.length + 1))}</a></p>`).join('\n')}
<h2>Its text</h2>
<pre dir="auto">${withLinks(text)}</pre>
${html ? `<h2>Its HTML</h2>\n<iframe sandbox title="The HTML of this mail" src="/mails/${html}"></iframe>` : ''}`,
  );
}

/** @returns whether it has answered */
export function answerMails(mailbox, pathname, response) {
  const send = (body, policy = POLICY, type = 'text/html; charset=utf-8') => {
    const headers = {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    };
    response.writeHead(200, headers).end(body);
    return true;
  };
  if (pathname === '/mails' || pathname === '/mails/') return send(listPage(mailbox));
  const [, name] = /^\/mails\/([\w.-]+)$/.exec(pathname) ?? [];
  if (!name) return false;
  const mail = mailbox.read(name);
  if (mail) return send(mailPage(name, mail));
  const bytes = mailbox.bytesOf(name);
  if (!bytes) return false;
  return name.endsWith('.html') ? send(bytes, POLICY_OF_MAIL) : send(bytes, POLICY_OF_MAIL, 'application/octet-stream');
}
