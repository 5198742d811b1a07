// The signal ends the process as it would without a shutdown of its own.
process.on('SIGTERM', () => process.exit(0));
