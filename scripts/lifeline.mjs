// Preloaded into wrangler by start.mjs: should start.mjs be killed outright, wrangler and workerd go too
// (all of their process group), or they would hold the port.
process.on('disconnect', () => process.kill(0, 'SIGKILL'));
process.channel?.unref();
