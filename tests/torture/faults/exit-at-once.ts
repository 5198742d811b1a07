// The signal ends the process without its own shutdown.
process.on('SIGTERM', () => process.exit(0));
