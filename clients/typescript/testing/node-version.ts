// Imported before Miniflare, which on an older Node fails in whatever way that lacks something.
if (Number.parseInt(process.versions.node, 10) < 22)
  throw new Error(`hospital-service-client/testing needs Node 22 or later: this is ${process.versions.node}.`);
