// What `npm start` lets others reach. Under these paths `wrangler dev` hands out bytes of R2 and runs handlers without
// authentication to whoever writes `Host: localhost`, and no option switches them off. So wrangler listens on the loopback
// interface only, and this passes everything else on to it.
import { createServer, request } from 'node:http';

const TOOLCHAIN = /^\/(cdn-cgi|__cf_local)(\/|$)/;
/** Starts the hourly job, which does no harm: kept for whoever sits at this machine. wrangler refuses foreign hosts. */
const SCHEDULED = '/cdn-cgi/local/scheduled';
const LOOPBACK = /^(127\.|::1$)/;
/** How a page of this machine is asked for. Another name may be a foreign page's that leads here. */
const OWN_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;
/** Tells the portal that the mails are here: it finds this in `performance`, and so asks for nothing. */
const HAS_MAILS = ['server-timing', 'mails'];

/** Of one connection only; Node writes its own. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect']);

/** Headers as `rawHeaders` has them: [name, value, name, value, …]. */
const without = (rawHeaders, drop) =>
  rawHeaders.filter((_, i) => !drop(rawHeaders[i % 2 === 0 ? i : i - 1].toLowerCase()));

/** As wrangler reads the path: `.`, `..` and backslashes resolved; undefined without a path (`OPTIONS *`) or a host. */
function urlOf({ url, headersDistinct: { host = [] } }) {
  if (host.length !== 1 || !URL.canParse(`http://${host[0]}`)) return undefined;
  const absolute = url.startsWith('/') ? `http://localhost${url}` : url;
  return URL.canParse(absolute) ? new URL(absolute) : undefined;
}

function answer(response, status, body, headers = {}) {
  if (response.headersSent) return response.destroy();
  return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/**
 * @param port of wrangler, asked for with each request: it changes when wrangler is started again
 * @param answerMails answers a path of `/mails/`, or says that it has not
 */
export const createGate = (port, answerMails) =>
  createServer((incoming, response) => {
    const url = urlOf(incoming);
    const from = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    // Refused without a body, as Node refuses what is no HTTP.
    if (!url) return response.writeHead(400).end();
    const isLocal = LOOPBACK.test(from);
    if (TOOLCHAIN.test(url.pathname) && !(url.pathname === SCHEDULED && isLocal)) {
      return answer(response, 404, { detail: 'Not found', code: 'route_not_found' });
    }
    const isOwnPage = isLocal && incoming.method === 'GET' && OWN_NAME.test(incoming.headers.host);
    if (isOwnPage && answerMails(url.pathname, response)) return;
    // Whoever sends from this machine may name an address, to try limits; for others it is their own, as at Cloudflare.
    const address = (isLocal && incoming.headers['cf-connecting-ip']) || from;
    // wrangler's own headers (MF-Original-URL and others) would lead past the check of the path.
    const dropped = (name) => HOP_BY_HOP.has(name) || name.startsWith('mf-') || name === 'cf-connecting-ip';
    const outgoing = request({
      host: '127.0.0.1',
      port: port(),
      method: incoming.method,
      path: url.pathname + url.search,
      headers: [...without(incoming.rawHeaders, dropped), 'cf-connecting-ip', address],
    });
    outgoing.on('response', (answered) => {
      const { statusCode, statusMessage, rawHeaders } = answered;
      const headers = without(rawHeaders, (name) => HOP_BY_HOP.has(name));
      if (isOwnPage && url.pathname === '/portal/') headers.push(...HAS_MAILS);
      response.writeHead(statusCode, statusMessage, headers);
      answered.on('error', () => response.destroy()).pipe(response);
    });
    const unavailable = { detail: 'Briefly unavailable', code: 'unavailable' };
    outgoing.on('error', () => answer(response, 503, unavailable, { 'retry-after': '1' }));
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
